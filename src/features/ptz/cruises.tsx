import { Plural, Trans, useLingui } from '@lingui/react/macro'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import type { Cruise, PtzState } from '#contract/ptz.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { CruiseEditor } from './cruise-editor.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import type { Operation } from './use-operation.ts'
import classes from './ptz.module.css'

type Asking = { kind: 'create' } | { kind: 'edit'; cruise: Cruise } | { kind: 'delete'; cruise: Cruise }

/** Tours of presets: run, stop, make, change, delete. */
export function Cruises({ state, operation }: { state: PtzState; operation: Operation }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState<Asking>()
  const { cruises, presets, capabilities, status } = state
  const isFull = cruises.length >= capabilities.cruises
  const close = () => setAsking(undefined)
  const size = { size: 16, stroke: 1.5, 'aria-hidden': true } as const
  const isRunning = (cruise: Cruise) => status.doing === 'cruise' && status.index === cruise.index
  return (
    <>
      {cruises.length === 0 && (
        <p className={classes['hint']}>
          <Trans>No cruises yet. A cruise takes the camera from preset to preset.</Trans>
        </p>
      )}
      <ul className={classes['list']}>
        {cruises.map((cruise) => (
          <li key={cruise.index}>
            <span className={classes['what']}>
              <span className={classes['label']}>{cruise.name}</span>
              <small>
                <Plural value={cruise.presets.length} one="# preset" other="# presets" />
              </small>
            </span>
            {isRunning(cruise) ? (
              <IconButton label={t`Stop “${cruise.name}”`} onClick={() => void operation.act({ act: 'cruise-stop' })}>
                <IconPlayerStop {...size} />
              </IconButton>
            ) : (
              <IconButton
                label={t`Run “${cruise.name}”`}
                isDisabled={cruise.presets.length === 0}
                onClick={() => void operation.act({ act: 'cruise-run', index: cruise.index })}
              >
                <IconPlayerPlay {...size} />
              </IconButton>
            )}
            <IconButton label={t`Edit “${cruise.name}”`} onClick={() => setAsking({ kind: 'edit', cruise })}>
              <IconPencil {...size} />
            </IconButton>
            <IconButton label={t`Delete “${cruise.name}”`} onClick={() => setAsking({ kind: 'delete', cruise })}>
              <IconTrash {...size} />
            </IconButton>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={classes['add']}
        disabled={isFull || presets.length === 0}
        onClick={() => setAsking({ kind: 'create' })}
      >
        <IconPlus {...size} />
        {isFull ? t`The camera holds no more cruises` : t`New cruise`}
      </button>
      {(asking?.kind === 'create' || asking?.kind === 'edit') && (
        <CruiseEditor state={state} cruise={asking.kind === 'edit' ? asking.cruise : undefined} operation={operation} onClose={close} />
      )}
      {asking?.kind === 'delete' && (
        <DeleteDialog
          title={t`Delete “${asking.cruise.name}”?`}
          onDelete={() => operation.tryEdit({ edit: 'cruise-delete', index: asking.cruise.index })}
          onClose={close}
        >
          <Trans>Its presets stay.</Trans>
        </DeleteDialog>
      )}
    </>
  )
}
