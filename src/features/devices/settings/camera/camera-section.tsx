import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChannelDetail } from '#contract/calls/device/channel-detail.ts'
import { cameraQuery } from '../../../../data/places/device-settings.ts'
import { Select } from '../../../../ui/controls/select.tsx'
import { SettingsSection } from '../../../../ui/page/settings.tsx'
import type { SectionProps } from '../sections.ts'
import { Told } from '../told.tsx'
import type { CameraPartProps } from './camera-part.ts'
import { LightForm } from './light-form.tsx'
import { MasksForm } from './masks-form.tsx'
import { MotionForm } from './motion-form.tsx'
import { StreamForm } from './stream-form.tsx'
import { TextForm } from './text-form.tsx'

/** Picture and sound of one of a device's cameras. */
export function CameraSection({ detail }: SectionProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(detail.channels[0]?.chlIndex ?? 0)
  const channel = detail.channels.find(({ chlIndex }) => chlIndex === chosen)
  return (
    <>
      {detail.channels.length > 1 && (
        <Select
          label={t`Camera`}
          data={detail.channels.map(({ chlIndex, channelName }) => ({ value: String(chlIndex), label: channelName }))}
          value={String(chosen)}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        />
      )}
      {channel && <OneCamera key={chosen} channel={channel} />}
    </>
  )
}

function OneCamera({ channel }: { channel: ChannelDetail }) {
  const query = useQuery(cameraQuery(channel.sn, channel.chlIndex))
  return <Told query={query}>{(settings) => <Parts channel={channel} settings={settings} />}</Told>
}

function Parts({ channel, settings }: CameraPartProps) {
  const { t, i18n } = useLingui()
  const { streams, overlay, hasSound, imaging, masks, motion } = settings
  const names = { main: t`Main stream`, sub: t`Sub stream` }
  const missing = [
    streams === undefined && t`codec, size and rate`,
    overlay === undefined && t`text in the picture`,
    hasSound === undefined && t`sound`,
    imaging === undefined && t`light and colour`,
    masks === undefined && t`privacy masks`,
    motion === undefined && t`motion areas and lines`,
  ].filter((name) => name !== false)
  return (
    <>
      {streams?.map((stream) => (
        <SettingsSection key={stream.stream} title={names[stream.stream]}>
          <StreamForm channel={channel} stream={stream} />
        </SettingsSection>
      ))}
      {(overlay ?? hasSound) !== undefined && (
        <SettingsSection
          title={
            overlay === undefined ? (
              <Trans>Sound</Trans>
            ) : hasSound === undefined ? (
              <Trans>Text in the picture</Trans>
            ) : (
              <Trans>Text and sound</Trans>
            )
          }
        >
          <TextForm channel={channel} settings={settings} />
        </SettingsSection>
      )}
      {imaging && (
        <SettingsSection title={<Trans>Light and colour</Trans>}>
          <LightForm channel={channel} imaging={imaging} />
        </SettingsSection>
      )}
      {masks && (
        <SettingsSection
          title={<Trans>Privacy masks</Trans>}
          intro={<Trans>What is under a mask is black in the picture and in what is recorded from now on. It cannot be had back.</Trans>}
        >
          <MasksForm channel={channel} masks={masks} />
        </SettingsSection>
      )}
      {motion && (
        <SettingsSection
          title={<Trans>Motion areas and lines</Trans>}
          intro={
            <Trans>
              With areas, only what moves within one is told of; with lines, who crosses one in its direction. Without either, all of it.
            </Trans>
          }
        >
          <MotionForm channel={channel} motion={motion} />
        </SettingsSection>
      )}
      {missing.length > 0 && (
        <p role="note">
          <Trans>This camera does not let these be set from here: {new Intl.ListFormat(i18n.locale).format(missing)}.</Trans>
        </p>
      )}
    </>
  )
}
