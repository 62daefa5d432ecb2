import { Trans, useLingui } from '@lingui/react/macro'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlayerRecord from '@tabler/icons-react/dist/esm/icons/IconPlayerRecord.mjs'
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import type { PtzState, Track } from '#contract/ptz.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import type { Operation } from './use-operation.ts'
import classes from './ptz.module.css'

type Asking = { kind: 'record' } | { kind: 'rename'; track: Track } | { kind: 'delete'; track: Track }

/** Movements that were recorded: record, run, stop, rename, delete. */
export function Tracks({ state: { tracks, capabilities, status }, operation }: { state: PtzState; operation: Operation }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState<Asking>()
  const isFull = tracks.length >= capabilities.tracks
  const isRecording = status.doing === 'recording'
  const close = () => setAsking(undefined)
  const stop = () => void operation.act({ act: 'track-stop' })
  const othersThan = (index?: number) => tracks.filter((one) => one.index !== index).map(({ name }) => name)
  const size = { size: 16, stroke: 1.5, 'aria-hidden': true } as const
  return (
    <>
      {tracks.length === 0 && !isRecording && (
        <p className={classes['hint']}>
          <Trans>No tracks yet. Record how you steer, and the camera goes that way by itself.</Trans>
        </p>
      )}
      <ul className={classes['list']}>
        {tracks.map((track) => (
          <li key={track.index}>
            <span className={classes['what']}>
              <span className={classes['label']}>{track.name}</span>
              <small className="sl-figures">{t`${Math.round(track.durationMs / 1000)} s`}</small>
            </span>
            {status.doing === 'track' && status.index === track.index ? (
              <IconButton label={t`Stop “${track.name}”`} onClick={stop}>
                <IconPlayerStop {...size} />
              </IconButton>
            ) : (
              <IconButton
                label={t`Run “${track.name}”`}
                isDisabled={isRecording}
                onClick={() => void operation.act({ act: 'track-run', index: track.index })}
              >
                <IconPlayerPlay {...size} />
              </IconButton>
            )}
            <IconButton label={t`Rename “${track.name}”`} onClick={() => setAsking({ kind: 'rename', track })}>
              <IconPencil {...size} />
            </IconButton>
            <IconButton label={t`Delete “${track.name}”`} onClick={() => setAsking({ kind: 'delete', track })}>
              <IconTrash {...size} />
            </IconButton>
          </li>
        ))}
      </ul>
      {isRecording ? (
        <button type="button" className={classes['add']} data-recording onClick={stop}>
          <IconPlayerStop {...size} />
          <Trans>Stop recording</Trans>
        </button>
      ) : (
        <button type="button" className={classes['add']} disabled={isFull} onClick={() => setAsking({ kind: 'record' })}>
          <IconPlayerRecord {...size} />
          {isFull ? t`The camera holds no more tracks` : t`Record a track`}
        </button>
      )}
      {asking?.kind === 'record' && (
        <NameDialog
          title={<Trans>Record a track</Trans>}
          name=""
          others={othersThan()}
          onName={(name) => operation.edit({ edit: 'track-record', name })}
          onClose={close}
        />
      )}
      {asking?.kind === 'rename' && (
        <NameDialog
          title={<Trans>Rename the track</Trans>}
          name={asking.track.name}
          others={othersThan(asking.track.index)}
          onName={(name) => operation.edit({ edit: 'track-rename', index: asking.track.index, name })}
          onClose={close}
        />
      )}
      {asking?.kind === 'delete' && (
        <DeleteDialog
          title={t`Delete “${asking.track.name}”?`}
          onDelete={() => operation.tryEdit({ edit: 'track-delete', index: asking.track.index })}
          onClose={close}
        >
          <Trans>It cannot be brought back.</Trans>
        </DeleteDialog>
      )}
    </>
  )
}
