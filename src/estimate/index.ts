export { configurationKey } from './answers.ts'
export { nextRequests } from './design.ts'
export { fit } from './fit.ts'
export type {
  Configuration,
  Estimate,
  Estimator,
  Hints,
  LeadTimeRefusal,
  Missing,
  Observation,
  RequestHints,
  Space,
} from './types.ts'
