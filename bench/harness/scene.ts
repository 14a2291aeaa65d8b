import { withWorkspace, type WholeBundle, type Workspace } from './fixtures.ts'
import { LoadGenerator } from './load.ts'
import { RunningService } from './service.ts'

export interface Scene {
  readonly workspace: Workspace
  readonly generator: LoadGenerator
  readonly service: RunningService
  readonly token: string
}

/** A service with a bundle loaded, and a load generator beside it, for the time of `work`. */
export function withScene<T>(bundle: WholeBundle | string, work: (scene: Scene) => Promise<T>): Promise<T> {
  return withWorkspace(async (workspace) => {
    const { token, ...place } = workspace.store('store', bundle)
    const service = await RunningService.start(place)
    const generator = new LoadGenerator()
    try {
      return await work({ workspace, generator, service, token })
    } finally {
      await generator.stop()
      await service.stop()
    }
  })
}
