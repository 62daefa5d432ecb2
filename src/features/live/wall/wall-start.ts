import { subscribeKey } from 'valtio/utils'
import type { LayoutValue } from '#contract/calls/config/layout-value.ts'
import { codeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { askCore, coreState } from '../../../data/core/core.ts'
import { layoutsQuery } from '../../../data/places/layouts.ts'
import { queryClient } from '../../../data/query/query-client.ts'
import { errorText } from '../../../ui/text/error-text.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import { splitNameOf, type SplitName } from '../../../lib/wall-grid.ts'
import type { ChannelRef } from '../layouts/arrangement.ts'
import { forgetWall, openChannel, putUp, wall } from './wall-store.ts'

const NOT_THERE = codeOf('not-found')

async function layouts() {
  try {
    return (await queryClient.ensureQueryData(layoutsQuery)).configs
  } catch {
    // The wall opens without its layouts too; the query client has said what is wrong.
    return []
  }
}

/** How many windows the wall has when the address does not say: as kept on this machine, else by the default layout, one's own or one that is shared, else 4. */
export async function splitAtStart(layoutId: string | undefined): Promise<{ split: SplitName; layout?: string }> {
  const named = layoutId === undefined ? undefined : (await layouts()).find(({ configId }) => configId === layoutId)
  if (named) return { split: splitNameOf(named.configValue), layout: named.configId }
  const kept = await askCore('getWall')
  if (kept) return { split: splitNameOf(kept) }
  // One's own comes before one that others share.
  const defaults = (await layouts()).filter(({ configValue }) => configValue.isDefault)
  const byDefault = defaults.find(({ sharedBy }) => sharedBy === undefined) ?? defaults[0]
  return byDefault
    ? { split: splitNameOf(byDefault.configValue), layout: byDefault.configId }
    : { split: splitNameOf({ splitNum: limits.defaultSplit }) }
}

async function valueOf(layoutId: string): Promise<LayoutValue | undefined> {
  const layout = (await layouts()).find(({ configId }) => configId === layoutId)
  if (layout === undefined) say('error', errorText({ code: NOT_THERE }))
  return layout?.configValue
}

/** Puts up the layout of the address; without one the wall as it was left, unless it stands already. */
export async function prepareWall(layoutId: string | undefined): Promise<void> {
  if (layoutId === undefined) {
    if (!wall.isReady) putUp(await askCore('getWall'))
    return
  }
  putUp((await valueOf(layoutId)) ?? (wall.isReady ? undefined : await askCore('getWall')))
}

/** Puts up a camera that an address names, in one of the windows of a wall that is divided like this. */
export function openNamed(channel: ChannelRef | undefined, split: SplitName): void {
  const count = split === 'free' ? wall.freeGrid?.cells.length : split
  if (channel !== undefined) openChannel(channel, count ?? limits.defaultSplit)
}

const personId = () => (coreState.session.kind === 'signed-in' ? coreState.session.user.userId : undefined)
let owner = personId()
subscribeKey(coreState, 'session', () => {
  if (personId() === owner) return
  owner = personId()
  forgetWall()
})
