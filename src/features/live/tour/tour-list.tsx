import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import type { Tour } from '#contract/calls/config/user-config.ts'
import { deleteTour, saveTour, toursQuery } from '../../../data/places/layouts.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { say } from '../../../ui/notice/toast-store.ts'
import { announceError } from '../announce-error.ts'
import { ShareButton, SharedBy, useMayDelete } from '../layouts/shared-config.tsx'
import list from '../../../ui/controls/kept-list.module.css'
import classes from '../layouts/layouts.module.css'

/** Tours: start one, share one, delete one, make a new one. */
export function TourList({ onClose, onNew }: { onClose: () => void; onNew: () => void }) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(toursQuery)
  const navigate = useNavigate({ from: '/live' })
  const mayDelete = useMayDelete()

  async function remove({ configId, configName, configValue }: Tour) {
    await announceError(deleteTour(configId))
    say('done', t`“${configName}” is deleted.`, {
      label: t`Undo`,
      run: () => void announceError(saveTour({ configName, configValue })),
    })
  }
  return (
    <section aria-label={t`Tours`}>
      <h3 className={classes['heading']}>
        <Trans>Tours</Trans>
      </h3>
      <ul className={list['list']}>
        {data.configs.map((tour) => {
          const { configId, configName, configValue, isShared } = tour
          return (
            <li key={configId}>
              <button
                type="button"
                className={classes['name']}
                onClick={() => {
                  void navigate({ search: (before) => ({ ...before, tour: configId }), replace: true })
                  onClose()
                }}
              >
                <IconPlayerPlay size={16} stroke={1.5} aria-hidden />
                <span>{configName}</span>
                <SharedBy config={tour} />
              </button>
              <ShareButton config={tour} onToggle={() => saveTour({ configId, configName, configValue, isShared: !isShared })} />
              {mayDelete(tour) && (
                <IconButton label={t`Delete “${configName}”`} onClick={() => void remove(tour)}>
                  <IconTrash size={16} stroke={1.5} aria-hidden />
                </IconButton>
              )}
            </li>
          )
        })}
      </ul>
      <button type="button" className={classes['clear']} onClick={onNew}>
        <IconPlus size={16} stroke={1.5} aria-hidden />
        <Trans>New tour</Trans>
      </button>
    </section>
  )
}
