import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { useEffect, useState } from 'react'
import { networkSettings } from '#contract/device-settings.ts'
import { coreState } from '../../../data/core/core.ts'
import { sectionQuery, setSection } from '../../../data/places/device-settings.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import forms from '../../../ui/form/form.module.css'
import { Question } from '../../../ui/form/question.tsx'
import { TroubleLine } from '../../../ui/form/trouble.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import { NetworkTrialLine } from './network-trial.tsx'
import type { SectionProps } from './sections.ts'
import { Told } from './told.tsx'

type Network = NonNullable<ReturnType<NonNullable<ReturnType<typeof sectionQuery<'network'>>['select']>>>

/** The addresses of a device in its network. */
export function NetworkSection({ detail }: SectionProps) {
  const { device, networkTrial, commands } = detail
  const query = useQuery(sectionQuery(device.sn, 'network'))
  const { refetch } = query
  const [asked, setAsked] = useState<Network>()
  const isTried = networkTrial?.state === 'trying' || networkTrial?.state === 'lost'
  const endedMs = networkTrial?.endedMs ?? 0
  // What it keeps is known when it is back.
  useEffect(() => {
    if (!isTried && endedMs > 0) void refetch()
  }, [isTried, endedMs, refetch])
  return (
    <>
      {networkTrial && <NetworkTrialLine trial={networkTrial} />}
      {/* While it is away it cannot be asked, and what it is asked then is busy. */}
      {/* Until its answer is there the question stays: it may be that the device refuses, which is said there. */}
      {(!isTried || asked !== undefined) && (
        <Told query={query}>
          {(value) => (
            <NetworkForm
              key={endedMs}
              sn={device.sn}
              value={value}
              asked={asked}
              onAsked={setAsked}
              maySet={commands.includes('network-set') || commands.includes('network-try')}
              takesBack={commands.includes('network-try')}
            />
          )}
        </Told>
      )}
    </>
  )
}

interface NetworkFormProps {
  sn: string
  value: Network
  /** What somebody is asked whether it shall be. */
  asked: Network | undefined
  onAsked: (asked: Network | undefined) => void
  maySet: boolean
  takesBack: boolean
}

function NetworkForm({ sn, value, asked, onAsked: setAsked, maySet, takesBack }: NetworkFormProps) {
  const { t } = useLingui()
  const { isServiceReachable } = useSnapshot(coreState)
  const offlineReason = isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const address = t`Four numbers from 0 to 255 with dots between, such as 192.168.1.20.`
  const { form, field, set, values, trouble, isBusy, isChanged } = useForm({
    initial: value,
    schema: networkSettings,
    words: {
      ip: address,
      dns: address,
      subnetMask: t`This is no subnet mask, or one that leaves no room.`,
      gateway: t`An address within the subnet: the device could reach no other.`,
    },
    send: (wish) => {
      setAsked(wish)
      return false
    },
  })
  const isFixed = maySet && !values.isDhcp
  return (
    <form className={forms['form']} {...form}>
      <Checkbox
        label={t`The network gives the addresses (DHCP)`}
        checked={values.isDhcp}
        disabled={!maySet}
        onChange={({ currentTarget }) => set('isDhcp', currentTarget.checked)}
      />
      <TextInput label={t`IP address`} disabled={!isFixed} {...field('ip')} />
      <TextInput label={t`Subnet mask`} disabled={!isFixed} {...field('subnetMask')} />
      <TextInput label={t`Gateway`} disabled={!isFixed} {...field('gateway')} />
      <TextInput label={t`DNS server`} disabled={!isFixed} {...field('dns')} />
      <TroubleLine text={trouble.form} />
      {maySet ? (
        <div className={forms['buttons']}>
          <OnlineButton type="submit" loading={isBusy} disabled={!isChanged} offlineReason={offlineReason}>
            <Trans>Save</Trans>
          </OnlineButton>
        </div>
      ) : (
        <p className={forms['text']} role="note">
          <Trans>These addresses are read from the device. It does not let them be changed from here.</Trans>
        </p>
      )}
      {asked && (
        <Question
          title={<Trans>Change the addresses of this device?</Trans>}
          answer={<Trans>Change</Trans>}
          isDanger
          offlineReason={offlineReason}
          onAnswer={async () => {
            await setSection({ sn, change: { section: 'network', value: asked } })
            setAsked(undefined)
            if (!takesBack) say('done', t`The device has taken it.`)
          }}
          onClose={() => setAsked(undefined)}
        >
          <p className={forms['text']}>
            {takesBack ? (
              <Trans>
                It leaves the service for a moment. If it cannot be reached under the new addresses, it takes its old ones back by itself
                after a minute.
              </Trans>
            ) : (
              <Trans>It leaves the service for a moment. With addresses that do not fit its network it does not come back by itself.</Trans>
            )}
          </p>
        </Question>
      )}
    </form>
  )
}
