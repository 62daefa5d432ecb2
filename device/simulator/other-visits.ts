import { readFileSync } from 'node:fs'
import type { SceneName } from './clip.ts'
import type { Visit } from './happening.ts'

export const othersFile = new URL('./clips/others.json', import.meta.url)

export interface OtherVisit extends Visit {
  scene: SceneName
}

/** What cameras of each scene report beside what its clip shows, in the order in which it was drawn. */
export function listOthers(): OtherVisit[] {
  return JSON.parse(readFileSync(othersFile, 'utf8')) as OtherVisit[]
}
