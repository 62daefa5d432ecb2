/** Not in TypeScript's types: the Window Management API, which only Chromium has. */
export interface ScreenWithPlace extends Screen {
  readonly availLeft: number
  readonly availTop: number
}
interface Screens {
  readonly screens: readonly ScreenWithPlace[]
  readonly currentScreen: ScreenWithPlace
}
type ManyScreens = typeof globalThis & { getScreenDetails?: () => Promise<Screens>; screen: Screen & { isExtended?: boolean } }

/** The machine has no other screen; not where the browser does not know. */
export function isOnlyScreen(): boolean {
  return (globalThis as ManyScreens).screen.isExtended === false
}

/**
 * The screen that this window is on, and another one, where the machine has several and the person lets us know of them: the browser asks the first
 * time, which may take longer than a press counts. Nothing otherwise.
 */
export async function otherScreen(): Promise<{ current: ScreenWithPlace; other: ScreenWithPlace } | undefined> {
  const { getScreenDetails, screen } = globalThis as ManyScreens
  if (getScreenDetails === undefined || screen.isExtended !== true) return undefined
  try {
    const { screens, currentScreen } = await getScreenDetails()
    const other = screens.find((one) => one !== currentScreen)
    return other && { current: currentScreen, other }
  } catch {
    // Refused.
    return undefined
  }
}
