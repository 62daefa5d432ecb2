/** The zone that this machine's clocks go by. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
