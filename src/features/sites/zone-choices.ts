/** The time zones that this browser names, by name, and these: a browser goes by more of them, such as UTC, and a site may have one that it does not name. */
export function zoneChoices(...known: string[]): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...known])].toSorted()
}
