/** Names a channel in one word, as maps, lists and the pictures that are kept in a browser have it. */
export function channelKey(sn: string, chlIndex: number): string {
  return `${sn} ${chlIndex}`
}

/** The channel of a `channelKey`. */
export function channelOfKey(key: string): { sn: string; chlIndex: number } {
  const end = key.lastIndexOf(' ')
  return { sn: key.slice(0, end), chlIndex: Number(key.slice(end + 1)) }
}
