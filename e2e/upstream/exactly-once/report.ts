/** What a run is to do, and what came of it. */

export interface Plan {
  seed: number
  orders: number
  clients: number
  partners: number
  /** of our program, milliseconds */
  settle: number
  /** of ours: 1 with its file, more on one PostgreSQL store */
  services: number
}

export interface Report extends Plan {
  seconds: number
  /** parts of orders that a partner was to have */
  transmissions: number
  /** how often our process was killed */
  kills: number
  /** how often one stood still for a while, and how often the database was killed */
  freezes: number
  outages: number
  /** faults that the partners' requests suffered, by kind: of all, and of those that order */
  faults: Record<string, number>
  orderFaults: Record<string, number>
  /** times that a client had to ask again */
  retries: number
  /** transmissions that a person had to decide on, and what was decided */
  decided: Record<string, number>
  /** how often the statuses of all orders were compared with what waits */
  looks: number
  /** carts by what they are */
  carts: Record<string, number>
  /** transmissions, or orders of ours, that are nowhere, and that are there more than once */
  lost: number
  double: number
  /** what went wrong; empty where everything is there once */
  problems: string[]
}

export const newReport = (plan: Plan): Report => ({
  ...plan,
  ...{
    seconds: 0,
    transmissions: 0,
    kills: 0,
    freezes: 0,
    outages: 0,
    faults: {},
    orderFaults: {},
    retries: 0,
    decided: {},
  },
  ...{ looks: 0, carts: {}, lost: 0, double: 0, problems: [] },
})

export function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1
}
