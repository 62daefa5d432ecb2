import type { FromScreen } from '../../lib/kiosk-messages.ts'
import { fill, keepSecondScreen, type Opened, openSecondScreen } from '../../lib/second-screen.ts'

/** The shell, whose the window is: it has a process of its own, and is only spoken to. A page without a shell does all by itself. */
export const shell = parent === window ? undefined : parent

/** A shell of before does not know the word, and does not answer; a person who is asked which screens there are may take a while. */
const ANSWERED_MS = 30_000

/** The window fills the screen that it is on. */
export function fillScreen(): void {
  if (shell === undefined) void fill()
  else shell.postMessage({ kind: 'fill' } satisfies FromScreen, location.origin)
}

/** Opens the window of the second output, from now on also whenever it is missing. */
export function openOther(): Promise<Opened> {
  if (shell === undefined) return openSecondScreen()
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const end = (opened: Opened) => {
      clearTimeout(timer)
      port1.close()
      resolve(opened)
    }
    const timer = setTimeout(() => end('blocked'), ANSWERED_MS)
    port1.addEventListener('message', ({ data }) => end(data as Opened))
    port1.start()
    shell?.postMessage({ kind: 'open' } satisfies FromScreen, location.origin, [port2])
  })
}

/** Where there is no shell that looks after the second window. Called once. */
export function keepOther(): void {
  if (shell === undefined) keepSecondScreen()
}
