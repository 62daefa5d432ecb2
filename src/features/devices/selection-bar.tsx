import { Plural, Trans, useLingui } from '@lingui/react/macro'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useState } from 'react'
import type { Device } from '#contract/calls/device/device.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { ChangeMany } from './many/change-many.tsx'
import { ManyChannels } from './many-channels.tsx'
import { MoveDevices } from './move-devices.tsx'
import { saveDevices } from './save-devices.ts'
import { UnbindDevices } from './unbind-devices.tsx'
import classes from './devices.module.css'

interface SelectionBarProps {
  devices: readonly Device[]
  /** Whether the person may do more with them than to save the list. */
  mayManage: boolean
  /** Whether the person may change settings of devices. */
  mayConfigure: boolean
  onStarted: (jobId: string) => void
  offlineReason: string | undefined
  onClear: () => void
}

/** How many devices are chosen, and what can be done with all of them. */
export function SelectionBar({ devices, mayManage, mayConfigure, offlineReason, onStarted, onClear }: SelectionBarProps) {
  const { t, i18n } = useLingui()
  const [asked, setAsked] = useState<'change' | 'move' | 'open' | 'close' | 'unbind'>()
  const close = () => setAsked(undefined)
  const button = (what: typeof asked, words: React.ReactNode) => (
    <OnlineButton key={what} variant="default" size="compact-md" offlineReason={offlineReason} onClick={() => setAsked(what)}>
      {words}
    </OnlineButton>
  )
  return (
    <div className={classes['chosen']} role="group" aria-label={t`What is chosen`}>
      <span className="sl-figures" role="status">
        <Plural value={devices.length} one="# device chosen" other="# devices chosen" />
      </span>
      {mayConfigure && button('change', <Trans>Change settings</Trans>)}
      {mayManage && [
        button('move', <Trans>Move to a site</Trans>),
        button('open', <Trans>Open cameras</Trans>),
        button('close', <Trans>Close cameras</Trans>),
        button('unbind', <Trans>Unbind</Trans>),
      ]}
      <Button variant="default" size="compact-md" onClick={() => void saveDevices(devices, 'csv', i18n)}>
        <Trans>Export as text file (csv)</Trans>
      </Button>
      <Button variant="default" size="compact-md" onClick={() => void saveDevices(devices, 'xlsx', i18n)}>
        <Trans>Export as Excel file (xlsx)</Trans>
      </Button>
      <IconButton label={t`Choose none`} hotkey="Esc" onClick={onClear}>
        <IconX size={16} stroke={1.5} aria-hidden />
      </IconButton>
      {asked === 'change' && (
        <ChangeMany
          devices={devices}
          offlineReason={offlineReason}
          onStarted={(jobId) => {
            close()
            onStarted(jobId)
          }}
          onClose={close}
        />
      )}
      {asked === 'move' && <MoveDevices devices={devices} offlineReason={offlineReason} onClose={close} />}
      {(asked === 'open' || asked === 'close') && (
        <ManyChannels devices={devices} isOpen={asked === 'open'} offlineReason={offlineReason} onClose={close} />
      )}
      {asked === 'unbind' && <UnbindDevices devices={devices} offlineReason={offlineReason} onClose={close} onDone={onClear} />}
    </div>
  )
}
