/** Whose clock days and hours are told by, in documents, exports and the calendar: the shop's. */

/** Of a French shop, where the machine tells no zone of its own. */
const SHOP_ZONE = 'Europe/Paris'
/** What a machine has that nobody told where it stands. */
const NOWHERE: ReadonlySet<string> = new Set(['UTC', 'Etc/UTC', 'Etc/GMT', 'GMT', 'Etc/Unknown'])

/**
 * The zone to take in the place of the machine's own; null: that stands, or was set.
 * @param set as `TZ` has it: who says UTC there means it
 */
export function zoneInPlace(set: string | undefined, machine: string): string | null {
  return !set && NOWHERE.has(machine) ? SHOP_ZONE : null
}

/** Before anything tells a time: every clock of the process goes by it from then on. */
export function goByShopClock(): void {
  const zone = zoneInPlace(process.env['TZ'], Intl.DateTimeFormat().resolvedOptions().timeZone)
  if (zone !== null) process.env['TZ'] = zone
}
