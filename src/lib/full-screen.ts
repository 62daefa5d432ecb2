/** Shows an element on the whole screen, or leaves the full screen when it is there already. */
export function toggleFullScreen(element: Element | null): void {
  // A browser may refuse (an embedded page, no gesture), and some have it for no element: all then simply stays as it is.
  const done = document.fullscreenElement === element ? document.exitFullscreen() : element?.requestFullscreen?.()
  done?.catch(() => undefined)
}
