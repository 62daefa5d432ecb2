import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import type { Device } from '#contract/calls/device/device.ts'
import type { DeviceLabel } from '#contract/device-label.ts'
import { useHoldsRole } from '../../data/person/roles.ts'
import { ChoiceBar } from '../../ui/controls/choice-bar.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { AddByCode } from './adding/add-by-code.tsx'
import { LicenceRoom } from './adding/licence-room.tsx'
import classes from './adding/adding.module.css'

const AddByList = lazy(() => import('./adding/add-by-list.tsx').then(({ AddByList }) => ({ default: AddByList })))
const AddedDevices = lazy(() => import('./adding/added-devices.tsx').then(({ AddedDevices }) => ({ default: AddedDevices })))
const FindCameras = lazy(() => import('./adding/find-cameras.tsx').then(({ FindCameras }) => ({ default: FindCameras })))
const ScanLabel = lazy(() => import('./adding/scan-label.tsx').then(({ ScanLabel }) => ({ default: ScanLabel })))

type Way = 'code' | 'scan' | 'list' | 'network'

/** The ways to add devices: by what a label says, typed or read by a camera, from a list, and cameras of other makes over a bridge. */
export function AddDevice({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const mayBind = useHoldsRole('administrator')
  const [chosen, setChosen] = useState<Way>('code')
  const [label, setLabel] = useState<DeviceLabel>()
  const [added, setAdded] = useState<readonly Device[]>()
  // Whoever looks after a site binds nothing: cameras of a bridge there are all that they add.
  const way = mayBind ? chosen : 'network'
  const ways: { id: Way; name: string }[] = [
    { id: 'code', name: t`Serial number` },
    { id: 'scan', name: t`QR code` },
    { id: 'list', name: t`List` },
    { id: 'network', name: t`Network` },
  ]
  function choose(next: Way) {
    setLabel(undefined)
    setChosen(next)
  }
  const bar = mayBind && <ChoiceBar label={t`How to add`} choices={ways} value={way} onChoose={choose} />
  const lead = (
    <div className={classes['lead']}>
      {bar}
      <LicenceRoom />
    </div>
  )
  if (way === 'list') {
    return (
      <Suspense>
        <AddByList lead={lead} onClose={onClose} />
      </Suspense>
    )
  }
  return (
    <Dialog
      key={added === undefined ? 'add' : 'added'}
      title={added === undefined ? <Trans>Add device</Trans> : <Trans>Added</Trans>}
      onClose={onClose}
      isPanel
    >
      <div className={classes['body']} data-way={way}>
        <Suspense fallback={<div aria-busy />}>
          {added !== undefined ? (
            <AddedDevices devices={added} onMore={() => setAdded(undefined)} onClose={onClose} />
          ) : (
            <>
              {lead}
              {way === 'code' && (
                <AddByCode key={label?.sn ?? ''} label={label} onAdded={(device) => setAdded([device])} onCancel={onClose} />
              )}
              {way === 'scan' && (
                <ScanLabel
                  onLabel={(read) => {
                    setLabel(read)
                    setChosen('code')
                  }}
                />
              )}
              {way === 'network' && <FindCameras mayBind={mayBind} onBind={() => choose('code')} onAdded={setAdded} />}
            </>
          )}
        </Suspense>
      </div>
    </Dialog>
  )
}
