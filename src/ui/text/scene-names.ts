import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Site } from '#contract/calls/device/site-list-choose.ts'
import type { siteScenes } from '#contract/site-scenes.ts'

/** The scenes of a site in words (rule 3.1). */
export const sceneNames: Record<(typeof siteScenes)[number], MessageDescriptor> = {
  park: msg`Park`,
  store: msg`Store`,
  warehouse: msg`Warehouse`,
  factory: msg`Factory`,
  restaurant: msg`Restaurant`,
  hotel: msg`Hotel`,
  villa: msg`Villa`,
  'construction-site': msg`Construction site`,
  custom: msg`Another one`,
}

/** What kind of place it is, by its own name where it is none of the known ones. */
export function sceneOf({ scene, customScene }: Site, nameOfScene: (scene: keyof typeof sceneNames) => string): string {
  if (scene === 'custom') return customScene ?? nameOfScene('custom')
  return scene in sceneNames ? nameOfScene(scene as keyof typeof sceneNames) : scene
}
