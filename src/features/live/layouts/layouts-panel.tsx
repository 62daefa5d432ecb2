import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import IconArrowsMaximize from '@tabler/icons-react/dist/esm/icons/IconArrowsMaximize.mjs'
import IconAspectRatio from '@tabler/icons-react/dist/esm/icons/IconAspectRatio.mjs'
import IconDeviceFloppy from '@tabler/icons-react/dist/esm/icons/IconDeviceFloppy.mjs'
import IconEraser from '@tabler/icons-react/dist/esm/icons/IconEraser.mjs'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconStarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import type { UserConfig } from '#contract/calls/config/user-config.ts'
import { deleteLayout, layoutsQuery, saveLayout } from '../../../data/places/layouts.ts'
import { useAnswerAge } from '../../../data/query/answer-age.ts'
import { AsOf } from '../../../ui/notice/as-of.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Mantine } from '../../../ui/theme/mantine.tsx'
import { say } from '../../../ui/notice/toast-store.ts'
import { toLayout } from './arrangement.ts'
import { announceError } from '../announce-error.ts'
import { gridOf, splitNameOf, wallGridOf, type SplitName } from '../../../lib/wall-grid.ts'
import { NewLayout } from './new-layout.tsx'
import { ShareButton, SharedBy, useMayDelete } from './shared-config.tsx'
import { SplitIcon } from './split-icon.tsx'
import { TourList } from '../tour/tour-list.tsx'
import { clearWall, shapeAll, wall } from '../wall/wall-store.ts'
import list from '../../../ui/controls/kept-list.module.css'
import classes from './layouts.module.css'

/** Layouts: put one up, save the wall as one, make one the default, share one, delete one. Below them the tours. */
export function LayoutsPanel({
  split,
  layoutId,
  onClose,
  onNewTour,
}: {
  split: SplitName
  layoutId: string | undefined
  onClose: () => void
  onNewTour: () => void
}) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(layoutsQuery)
  const age = useAnswerAge(layoutsQuery.queryKey)
  const navigate = useNavigate({ from: '/live' })
  const mayDelete = useMayDelete()
  const kept = t`Kept here. It is sent when the service can be reached.`

  function putUp(layout: string, name: SplitName) {
    void navigate({ search: { split: name, layout }, replace: true })
    onClose()
  }
  function clear() {
    const undo = clearWall()
    say('done', t`The wall is empty.`, { label: t`Undo`, run: undo })
    onClose()
  }
  function shapeAllAs(shape?: 'fill') {
    shapeAll(shape)
    say('done', shape === 'fill' ? t`Every picture fills its window; its edges may be cut.` : t`Every picture is shown whole.`)
    onClose()
  }
  async function overwrite(layout: UserConfig) {
    const { configId, configName, configValue } = layout
    const { isQueued } = await announceError(
      saveLayout({
        configId,
        configName,
        configValue: toLayout(wall.arrangement, wallGridOf(split, wall.freeGrid), { isDefault: configValue.isDefault }),
      }),
    )
    say('done', isQueued ? kept : t`“${configName}” now holds this wall.`, {
      label: t`Undo`,
      run: () => void announceError(saveLayout({ configId, configName, configValue })),
    })
    putUp(configId, split)
  }
  async function toggleDefault({ configId, configName, configValue }: UserConfig) {
    await announceError(saveLayout({ configId, configName, configValue: { ...configValue, isDefault: !configValue.isDefault } }))
  }
  async function remove({ configId, configName, configValue }: UserConfig) {
    const { isQueued } = await announceError(deleteLayout(configId))
    if (configId === layoutId) void navigate({ search: { split }, replace: true })
    say('done', isQueued ? kept : t`“${configName}” is deleted.`, {
      label: t`Undo`,
      run: () => void announceError(saveLayout({ configName, configValue })),
    })
  }

  return (
    <Mantine>
      <NewLayout
        onSave={async (configName) => {
          const { configId } = await saveLayout({
            configName,
            configValue: toLayout(wall.arrangement, wallGridOf(split, wall.freeGrid), { isDefault: false }),
          })
          if (configId !== undefined) return putUp(configId, split)
          say('done', kept)
          onClose()
        }}
      />
      <AsOf timeMs={age} />
      {data.configs.length === 0 && (
        <p className={list['none']}>
          <Trans>No layouts yet. Arrange the wall, then save it under a name.</Trans>
        </p>
      )}
      <ul className={list['list']}>
        {data.configs.map((layout) => {
          const { configId, configName, configValue, isShared } = layout
          const isOwn = layout.sharedBy === undefined
          return (
            <li key={layout.configId} data-current={layout.configId === layoutId}>
              <button
                type="button"
                className={classes['name']}
                aria-current={layout.configId === layoutId}
                onClick={() => putUp(layout.configId, splitNameOf(configValue))}
              >
                <SplitIcon grid={gridOf(configValue)} />
                <span>{configName}</span>
                <SharedBy config={layout} />
              </button>
              <ShareButton config={layout} onToggle={() => saveLayout({ configId, configName, configValue, isShared: !isShared })} />
              {isOwn && (
                <IconButton
                  label={configValue.isDefault ? t`“${configName}” opens first; press to change that` : t`Open “${configName}” first`}
                  isPressed={configValue.isDefault}
                  onClick={() => void toggleDefault(layout)}
                >
                  {configValue.isDefault ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} stroke={1.5} aria-hidden />}
                </IconButton>
              )}
              {isOwn && (
                <IconButton label={t`Save this wall as “${configName}”`} onClick={() => void overwrite(layout)}>
                  <IconDeviceFloppy size={16} stroke={1.5} aria-hidden />
                </IconButton>
              )}
              {mayDelete(layout) && (
                <IconButton label={t`Delete “${configName}”`} onClick={() => void remove(layout)}>
                  <IconTrash size={16} stroke={1.5} aria-hidden />
                </IconButton>
              )}
            </li>
          )
        })}
      </ul>
      <TourList onClose={onClose} onNew={onNewTour} />
      <button type="button" className={classes['clear']} onClick={() => shapeAllAs('fill')}>
        <IconArrowsMaximize size={16} stroke={1.5} aria-hidden />
        <Trans>Fill every window</Trans>
      </button>
      <button type="button" className={classes['clear']} onClick={() => shapeAllAs()}>
        <IconAspectRatio size={16} stroke={1.5} aria-hidden />
        <Trans>Whole pictures in every window</Trans>
      </button>
      <button type="button" className={classes['clear']} onClick={clear}>
        <IconEraser size={16} stroke={1.5} aria-hidden />
        <Trans>Clear the wall</Trans>
      </button>
    </Mantine>
  )
}
