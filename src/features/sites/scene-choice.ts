import { foldedName } from '#contract/site-scenes.ts'

/** Before the name of a scene of the organization's own, where it stands among the nine. */
const OWN = 'own:'

interface Scene {
  scene: string
  customScene?: string | undefined
}

/** What stands in the choice for a site's scene. */
export function choiceOf({ scene, customScene }: Scene): string {
  return scene === 'custom' && customScene ? ownChoice(customScene) : scene
}

export function ownChoice(sceneName: string): string {
  return OWN + sceneName
}

/** What a choice, and the name that is typed for a new scene, mean for the call. */
export function sceneOfChoice(choice: string, typed: string): Scene {
  if (choice.startsWith(OWN)) return { scene: 'custom', customScene: choice.slice(OWN.length) }
  return choice === 'custom' ? { scene: 'custom', customScene: typed } : { scene: choice }
}

/** Whether a new scene has the name of one that is there. */
export function isTaken(typed: string, sceneNames: readonly string[]): boolean {
  const folded = foldedName(typed.trim())
  return sceneNames.some((name) => foldedName(name) === folded)
}
