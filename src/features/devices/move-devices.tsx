import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Device } from '#contract/calls/device/device.ts'
import { editDevice } from '../../data/places/device-changes.ts'
import { sitesQuery } from '../../data/places/sites.ts'
import { Select } from '../../ui/controls/select.tsx'
import forms from '../../ui/form/form.module.css'
import { Question } from '../../ui/form/question.tsx'
import { useSayDone } from './use-say-done.ts'
import { oneByOne } from './one-by-one.ts'

interface MoveDevicesProps {
  devices: readonly Device[]
  offlineReason: string | undefined
  onClose: () => void
}

/** Moves devices to another site, and says what that changes. */
export function MoveDevices({ devices, offlineReason, onClose }: MoveDevicesProps) {
  const { t } = useLingui()
  const { data } = useQuery(sitesQuery)
  const sites = data?.sites ?? []
  const [chosen, setChosen] = useState<string>()
  const sayDone = useSayDone()
  const siteId = chosen ?? sites[0]?.siteId ?? ''
  return (
    <Question
      title={<Plural value={devices.length} one="Move # device" other="Move # devices" />}
      answer={<Trans>Move</Trans>}
      offlineReason={offlineReason}
      onAnswer={async () => {
        const moving = devices.filter((device) => device.siteId !== siteId)
        sayDone(await oneByOne(moving, ({ sn }) => editDevice({ sn, siteId })))
        onClose()
      }}
      onClose={onClose}
    >
      <Select
        label={t`Site`}
        data={sites.map((site) => ({ value: site.siteId, label: site.siteName }))}
        value={siteId}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <p className={forms['text']}>
        <Trans>From then on the people of the new site see the cameras. Roles that were given on single cameras end.</Trans>
      </p>
    </Question>
  )
}
