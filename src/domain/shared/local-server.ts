/** The desktop application's server for other tools of this machine, as a person chooses it. */

export interface LocalServerChoice {
  readonly on: boolean
  readonly port: number
  /** whether it is reached from the network, too */
  readonly network: boolean
}

export const USUAL_LOCAL_SERVER: LocalServerChoice = { on: false, port: 4580, network: false }
