/** Address of the page that plays back what these cameras recorded, at a moment (epoch ms). */
export function playbackPath(atMs: number, cameras: readonly { sn: string; chlIndex: number }[]): string {
  const named = cameras.map(({ sn, chlIndex }) => `${sn}.${chlIndex}`).join(',')
  return `/playback?${new URLSearchParams({ at: String(atMs), cameras: named }).toString()}`
}
