import { Trans, useLingui } from '@lingui/react/macro'
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import type { Preset, PtzState } from '#contract/ptz.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import type { Operation } from './use-operation.ts'
import classes from './ptz.module.css'

type Asking = { kind: 'create' } | { kind: 'rename'; preset: Preset } | { kind: 'delete'; preset: Preset }

/** Positions that the camera remembers: go there, make one of where it looks now, rename, move, delete. */
export function Presets({ state: { presets, cruises, capabilities }, operation }: { state: PtzState; operation: Operation }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState<Asking>()
  const isFull = presets.length >= capabilities.presets
  const close = () => setAsking(undefined)
  const othersThan = (index?: number) => presets.filter((one) => one.index !== index).map(({ name }) => name)
  const size = { size: 16, stroke: 1.5, 'aria-hidden': true } as const
  return (
    <>
      {presets.length === 0 && (
        <p className={classes['hint']}>
          <Trans>No presets yet. Turn the camera and save where it looks.</Trans>
        </p>
      )}
      <ul className={classes['list']}>
        {presets.map((preset) => (
          <li key={preset.index}>
            <button type="button" className={classes['go']} onClick={() => void operation.act({ act: 'preset-go', index: preset.index })}>
              <span className={classes['index']}>{preset.index}</span>
              <span className={classes['label']}>{preset.name}</span>
            </button>
            <IconButton
              label={t`Move “${preset.name}” to where the camera looks`}
              onClick={() => void operation.tryEdit({ edit: 'preset-move', index: preset.index })}
            >
              <IconMapPin {...size} />
            </IconButton>
            <IconButton label={t`Rename “${preset.name}”`} onClick={() => setAsking({ kind: 'rename', preset })}>
              <IconPencil {...size} />
            </IconButton>
            <IconButton label={t`Delete “${preset.name}”`} onClick={() => setAsking({ kind: 'delete', preset })}>
              <IconTrash {...size} />
            </IconButton>
          </li>
        ))}
      </ul>
      <button type="button" className={classes['add']} disabled={isFull} onClick={() => setAsking({ kind: 'create' })}>
        <IconPlus {...size} />
        {isFull ? t`The camera holds no more presets` : t`Save where the camera looks`}
      </button>
      {asking?.kind === 'create' && (
        <NameDialog
          title={<Trans>New preset</Trans>}
          name=""
          others={othersThan()}
          onName={(name) => operation.edit({ edit: 'preset-create', name })}
          onClose={close}
        />
      )}
      {asking?.kind === 'rename' && (
        <NameDialog
          title={<Trans>Rename the preset</Trans>}
          name={asking.preset.name}
          others={othersThan(asking.preset.index)}
          onName={(name) => operation.edit({ edit: 'preset-rename', index: asking.preset.index, name })}
          onClose={close}
        />
      )}
      {asking?.kind === 'delete' && (
        <DeleteDialog
          title={t`Delete “${asking.preset.name}”?`}
          onDelete={() => operation.tryEdit({ edit: 'preset-delete', index: asking.preset.index })}
          onClose={close}
        >
          {cruises.some((cruise) => cruise.presets.some(({ index }) => index === asking.preset.index)) ? (
            <Trans>Cruises no longer stop there.</Trans>
          ) : (
            <Trans>No cruise stops there.</Trans>
          )}
        </DeleteDialog>
      )}
    </>
  )
}
