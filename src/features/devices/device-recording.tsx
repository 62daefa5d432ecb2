import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Device } from '#contract/calls/device/device.ts'
import type { RecordingSettings } from '#contract/device-settings.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { CallError } from '../../data/core/call-error.ts'
import { deviceDetailQuery, recordingQuery } from '../../data/places/device-settings.ts'
import { Facts } from '../../ui/controls/facts.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { bytesText } from '../../ui/text/bytes-text.ts'
import { errorText } from '../../ui/text/error-text.ts'
import { ChannelRecording } from './channel-recording.tsx'
import classes from './device-recording.module.css'

/** When the cameras of a device are recorded, for those who may change it; nothing where it cannot be changed, or by somebody else. */
export function DeviceRecording({ device: { sn, status }, isWhole = false }: { device: Device; isWhole?: boolean }) {
  const { data: detail } = useQuery(deviceDetailQuery(sn))
  const maySet = detail?.mayConfigure === true && detail.commands.includes('record-set') && detail.channels.length > 0
  const isOnline = status === deviceStatuses.online
  const recording = useQuery({ ...recordingQuery(sn), enabled: maySet && isOnline })
  if (!maySet) return null
  const nameOf = new Map(detail.channels.map(({ chlIndex, channelName }) => [chlIndex, channelName]))
  const { channels = [], store, timeZone } = recording.data ?? {}

  return (
    <section className={classes['recording']}>
      <h3>
        <Trans>Recording</Trans>
      </h3>
      {!isOnline && (
        <p>
          <Trans>The device is offline. When it is back you can choose here when it records.</Trans>
        </p>
      )}
      {isOnline && recording.error instanceof CallError && <TroubleLine text={errorText(recording.error)} />}
      {isOnline && store && <DiskTrouble disk={store.disk} />}
      {isOnline &&
        channels.map((channel) => (
          <ChannelRecording
            key={channel.chlIndex}
            sn={sn}
            channel={channel}
            name={nameOf.get(channel.chlIndex) ?? ''}
            timeZone={timeZone}
            isWhole={isWhole}
          />
        ))}
      {isOnline && store && <Store store={store} />}
    </section>
  )
}

type RecordStore = NonNullable<RecordingSettings['store']>

function DiskTrouble({ disk }: Pick<RecordStore, 'disk'>) {
  const { t } = useLingui()
  const words: Record<RecordStore['disk'], string | undefined> = {
    normal: undefined,
    full: t`The disk is full. Nothing is recorded until there is room again.`,
    slow: t`The disk is too slow for the cameras. Nothing is recorded until it has caught up.`,
    failed: t`The disk cannot be written. Nothing is recorded until it can.`,
  }
  return <TroubleLine text={words[disk]} />
}

function Store({ store: { keptDays, usedBytes, totalBytes, dayBytes = 0 } }: { store: RecordStore }) {
  const { t, i18n } = useLingui()
  const [used, total] = [usedBytes, totalBytes].map((bytes) => bytesText(bytes, i18n.locale))
  return (
    <Facts
      facts={[
        { name: <Trans>Recordings of all cameras there</Trans>, value: t`${used} of ${total}`, isFigures: true },
        { name: <Trans>Kept for</Trans>, value: <Plural value={keptDays} one="# day at most" other="# days at most" />, isFigures: true },
        {
          name: <Trans>Room at the rate of today for</Trans>,
          value: dayBytes === 0 ? undefined : <Plural value={Math.floor(totalBytes / dayBytes)} one="# day" other="# days" />,
          isFigures: true,
        },
      ]}
    />
  )
}
