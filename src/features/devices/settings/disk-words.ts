import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { Disk, DiskHealth } from '#contract/device-commands.ts'
import type { Status } from '../../../ui/controls/status-dot.tsx'

/** What a disk says of itself. */
export const diskHealthWords: Record<DiskHealth['health'], MessageDescriptor> = {
  good: msg`Good`,
  warning: msg`Has to be watched`,
  failing: msg`Fails soon: replace it`,
}

const statusWords: Record<Disk['status'], { word: MessageDescriptor; dot: Status }> = {
  normal: { word: msg`In order`, dot: 'online' },
  unformatted: { word: msg`Not formatted`, dot: 'warning' },
  formatting: { word: msg`Being formatted`, dot: 'warning' },
  failed: { word: msg`Failed`, dot: 'alarm' },
}

/** How a disk stands, by its shape and in words: one that is in order as far as its recorder goes may be worn. `health`: where it has told of it. */
export function standingOf(status: Disk['status'], health: DiskHealth['health'] | undefined): { word: MessageDescriptor; dot: Status } {
  if (status !== 'normal' || health === undefined || health === 'good') return statusWords[status]
  return { word: diskHealthWords[health], dot: health === 'failing' ? 'alarm' : 'warning' }
}

/** Tells a disk from others of its model, by the name that system health calls it. */
export function diskName({ diskId, model }: Pick<Disk, 'diskId' | 'model'>): string {
  return model === '' || model === diskId ? diskId : `${diskId} · ${model}`
}
