import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Device } from '#contract/calls/device/device.ts'
import { bridgesQuery } from '../../data/places/bridges.ts'
import { unbindDevice } from '../../data/places/device-changes.ts'
import { TextInput } from '../../ui/controls/text-input.tsx'
import forms from '../../ui/form/form.module.css'
import { Question } from '../../ui/form/question.tsx'
import { oneByOne } from './one-by-one.ts'
import { useSayDone } from './use-say-done.ts'

interface UnbindDevicesProps {
  devices: readonly Device[]
  offlineReason: string | undefined
  onClose: () => void
  onDone: () => void
}

/** Asks before devices are taken away: names what is lost with them, and wants it typed. */
export function UnbindDevices({ devices, offlineReason, onClose, onDone }: UnbindDevicesProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const sayDone = useSayDone()
  const { data } = useQuery({ ...bridgesQuery, meta: { isQuiet: true } })
  const hasBridge = devices.some(({ sn }) => data?.bridges.some((bridge) => bridge.sn === sn))
  const [only] = devices.length === 1 ? devices : []
  const wanted = only?.sn ?? String(devices.length)
  const cameras = devices.reduce((sum, { channelTotal }) => sum + channelTotal, 0)
  const name = only?.name ?? ''
  return (
    <Question
      title={only ? <Trans>Unbind “{name}”?</Trans> : <Plural value={devices.length} one="Unbind # device?" other="Unbind # devices?" />}
      answer={<Trans>Unbind</Trans>}
      isDanger
      offlineReason={offlineReason}
      onAnswer={async () => {
        setWrong(typed.trim().toUpperCase() !== wanted)
        if (typed.trim().toUpperCase() !== wanted) return
        sayDone(await oneByOne(devices, ({ sn }) => unbindDevice(sn)))
        onDone()
        onClose()
      }}
      onClose={onClose}
    >
      <p className={forms['text']}>
        <Plural
          value={cameras}
          one="Nobody can watch its camera any more, and its video stops at once."
          other="Nobody can watch its # cameras any more, and their video stops at once."
        />{' '}
        <Trans>
          Lost with it: its recordings are no more reached from here, alarm rules no longer hear of its cameras, shares of them end, and so
          do the roles given on them.
        </Trans>{' '}
        <Trans>It can be added again with its security code.</Trans>
      </p>
      {hasBridge && (
        <p className={forms['text']}>
          <Trans>
            Cameras that a bridge serves are devices of their own: they stay with you, and the bridge keeps their user names and passwords
            to go on with them. Before you give it away, remove them from it under “Add device”.
          </Trans>
        </p>
      )}
      <TextInput
        label={only ? t`Type the serial number ${wanted} to go on` : t`Type ${wanted}, the number of devices, to go on`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={isWrong ? t`That is not ${wanted}.` : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </Question>
  )
}
