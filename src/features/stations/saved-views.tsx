import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { splits } from '#contract/calls/config/wall-grid.ts'
import type { SavedStationView } from '#contract/calls/config/user-config.ts'
import { lengths } from '#contract/limits.ts'
import type { StationContent, StationOutput } from '#contract/station.ts'
import { deleteStationView, saveStationView } from '../../data/places/station-views.ts'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { ActionButton } from './action-button.tsx'
import { wishOf } from './wish-select.tsx'
import classes from './stations.module.css'

interface SavedViewsProps {
  place: { sn: string; voId: StationOutput }
  /** What the office has put up. */
  content: StationContent
  /** What is chosen to be put up, as `WishSelect` has it. */
  wish: string
  offlineReason: string | undefined
  onDeleted: () => void
}

/** Keeps what the office has put up as a view of this screen, to be chosen again, and deletes the one that is chosen. */
export function SavedViews({ place, content, wish, offlineReason, onDeleted }: SavedViewsProps) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const value = valueOf(place, content)
  const chosen = wishOf(wish)
  async function save() {
    if (value === undefined) return
    await saveStationView({ configName: name.trim(), configValue: value })
    setName('')
    say('done', t`The view is saved.`)
  }
  return (
    <>
      <div className={classes['row']}>
        <TextInput
          label={t`Name of a view`}
          maxLength={lengths.configName}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <ActionButton
          isOnce
          variant="default"
          offlineReason={
            value === undefined
              ? t`Put up one camera or a standard layout first. A clock, a tour or a layout drawn by hand can't be saved as a view.`
              : name.trim() === ''
                ? t`Give the view a name.`
                : offlineReason
          }
          onPress={save}
        >
          <Trans>Save what was put up by hand</Trans>
        </ActionButton>
      </div>
      {chosen?.kind === 'view' && (
        <ActionButton
          isOnce
          variant="default"
          offlineReason={offlineReason}
          onPress={async () => {
            await deleteStationView(chosen.configId)
            onDeleted()
            say('done', t`The view is deleted.`)
          }}
        >
          <Trans>Delete this view</Trans>
        </ActionButton>
      )}
    </>
  )
}

/** What is put up as a view of an output; undefined for what is none. */
function valueOf(place: SavedViewsProps['place'], content: StationContent): SavedStationView['configValue'] | undefined {
  const [view, ...others] = content.kind === 'views' ? content.views : []
  const splitNum = splits.find((split) => split === view?.splitNum)
  if (view === undefined || splitNum === undefined || view.grid !== undefined || others.length > 0) return undefined
  return { ...place, splitNum, views: view.playChlList }
}
