import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Device } from '#contract/calls/device/device.ts'
import { CallError } from '../../data/core/call-error.ts'
import { unbindDevice } from '../../data/places/devices.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import forms from '../../ui/form/form.module.css'

/** Asks before a device is taken away, and names what is lost with it. */
export function UnbindDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const { name, sn, siteName, channelTotal } = device

  async function unbind() {
    setBusy(true)
    try {
      await unbindDevice(sn)
      say('done', t`“${name}” is unbound.`)
      onClose()
    } catch (error) {
      // Announced already; the dialog stays, so that one can try again.
      if (!(error instanceof CallError)) throw error
      setBusy(false)
    }
  }

  return (
    <Dialog title={<Trans>Unbind “{name}”?</Trans>} onClose={onClose}>
      <div className={forms['form']}>
        <p className={forms['text']}>
          <Trans>
            The device {sn} leaves the site {siteName}.
          </Trans>{' '}
          <Plural
            value={channelTotal}
            one="Nobody can watch its camera any more, and its video stops at once."
            other="Nobody can watch its # cameras any more, and their video stops at once."
          />{' '}
          <Trans>It can be added again with its security code.</Trans>
        </p>
        <div className={forms['buttons']}>
          <Button variant="default" onClick={onClose} autoFocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button className={forms['danger']} loading={isBusy} onClick={() => void unbind()}>
            <Trans>Unbind</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
