import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Device } from '#contract/calls/device/device.ts'
import { unbindDevice } from '../../data/places/devices.ts'
import { say } from '../../ui/notice/toast-store.ts'
import forms from '../../ui/form/form.module.css'
import { Question } from '../../ui/form/question.tsx'

/** Asks before a device is taken away, and names what is lost with it. */
export function UnbindDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useLingui()
  const { name, sn, siteName, channelTotal } = device
  return (
    <Question
      title={<Trans>Unbind “{name}”?</Trans>}
      answer={<Trans>Unbind</Trans>}
      isDanger
      isAnnounced
      onAnswer={async () => {
        await unbindDevice(sn)
        say('done', t`“${name}” is unbound.`)
        onClose()
      }}
      onClose={onClose}
    >
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
    </Question>
  )
}
