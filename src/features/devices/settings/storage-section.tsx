import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CARD_ID } from '#contract/calls/device/disk-history.ts'
import type { Disk } from '#contract/device-commands.ts'
import { commandQuery } from '../../../data/places/device-settings.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { StatusDot } from '../../../ui/controls/status-dot.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from '../../../ui/page/settings.tsx'
import { bytesText } from '../../../ui/text/bytes-text.ts'
import { DiskCharts } from './disk-charts.tsx'
import { DiskHealth } from './disk-health.tsx'
import { diskName, standingOf } from './disk-words.ts'
import { FormatQuestion, type ToFormat } from './format-question.tsx'
import type { SectionProps } from './sections.ts'
import { Told } from './told.tsx'

/** Disks, their array, and the memory card of a device. */
export function StorageSection({ detail }: SectionProps) {
  const { device, commands } = detail
  const [toFormat, setToFormat] = useState<ToFormat>()
  return (
    <>
      {commands.includes('storage-info') && (
        <Disks
          sn={device.sn}
          mayFormat={commands.includes('disk-format')}
          tellsHealth={commands.includes('disk-health')}
          onFormat={setToFormat}
        />
      )}
      {commands.includes('sd-status') && <Card sn={device.sn} mayFormat={commands.includes('sd-format')} onFormat={setToFormat} />}
      {toFormat && <FormatQuestion device={device} what={toFormat} onClose={() => setToFormat(undefined)} />}
    </>
  )
}

interface PartProps {
  sn: string
  mayFormat: boolean
  onFormat: (what: ToFormat) => void
}

interface DisksProps extends PartProps {
  /** Whether the device says how its disks do. */
  tellsHealth: boolean
}

function Disks({ sn, mayFormat, tellsHealth, onFormat }: DisksProps) {
  const { t } = useLingui()
  const query = useQuery({ ...commandQuery(sn, { name: 'storage-info' }), refetchInterval: 30_000 })
  const raidWords = {
    normal: t`In order`,
    degraded: t`A disk is missing: replace it soon`,
    rebuilding: t`Being rebuilt`,
    failed: t`Failed`,
  }
  return (
    <SettingsSection title={<Trans>Disks</Trans>}>
      <Told query={query}>
        {({ disks, raid }) => (
          <SettingsRows label={t`Disks`}>
            {raid && (
              <SettingsRow name={`RAID ${raid.level}`}>
                <StatusDot
                  status={raid.status === 'normal' ? 'online' : raid.status === 'failed' ? 'alarm' : 'warning'}
                  word={raidWords[raid.status]}
                  hideWord
                />
                {raidWords[raid.status]}
              </SettingsRow>
            )}
            {disks.length === 0 && <SettingsRow name={<Trans>This device has no disk.</Trans>} />}
            {disks.map((disk) => (
              <DiskRow key={disk.diskId} sn={sn} disk={disk} mayFormat={mayFormat} tellsHealth={tellsHealth} onFormat={onFormat} />
            ))}
          </SettingsRows>
        )}
      </Told>
    </SettingsSection>
  )
}

function DiskRow({ sn, disk, mayFormat, tellsHealth, onFormat }: DisksProps & { disk: Disk }) {
  const { i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { diskId, status, freeBytes, totalBytes } = disk
  const { data: told } = useQuery({ ...commandQuery(sn, { name: 'disk-health', diskId }), enabled: tellsHealth })
  const { word, dot } = standingOf(status, told?.health)
  const name = diskName(disk)
  const [free, total] = [freeBytes, totalBytes].map((bytes) => bytesText(bytes, i18n.locale))
  return (
    <>
      <SettingsRow
        name={name}
        text={
          <Trans>
            {free} of {total} free
          </Trans>
        }
      >
        <StatusDot status={dot} word={i18n._(word)} hideWord />
        {i18n._(word)}
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Trans>Health</Trans>
        </Button>
        {mayFormat && (
          <Button variant="default" disabled={status === 'formatting'} onClick={() => onFormat({ kind: 'disk', diskId, name })}>
            <Trans>Format…</Trans>
          </Button>
        )}
      </SettingsRow>
      {isOpen && <SettingsRow name={<DiskHealth sn={sn} diskId={diskId} />} />}
    </>
  )
}

function Card({ sn, mayFormat, onFormat }: PartProps) {
  const { t, i18n } = useLingui()
  const query = useQuery({ ...commandQuery(sn, { name: 'sd-status' }), refetchInterval: 30_000 })
  const words = {
    none: t`No card is in it`,
    normal: t`In order`,
    unformatted: t`Not formatted`,
    formatting: t`Being formatted`,
    failed: t`Failed`,
  }
  return (
    <SettingsSection title={<Trans>Memory card</Trans>}>
      <Told query={query}>
        {({ status, freeBytes, totalBytes }) => {
          const [free, total] = [freeBytes, totalBytes].map((bytes) => bytesText(bytes, i18n.locale))
          return (
            <SettingsRows label={t`Memory card`}>
              <SettingsRow
                name={words[status]}
                text={
                  status !== 'none' && (
                    <Trans>
                      {free} of {total} free
                    </Trans>
                  )
                }
              >
                {mayFormat && status !== 'none' && (
                  <Button
                    variant="default"
                    disabled={status === 'formatting'}
                    onClick={() => onFormat({ kind: 'card', name: t`Memory card` })}
                  >
                    <Trans>Format…</Trans>
                  </Button>
                )}
              </SettingsRow>
              {status !== 'none' && <SettingsRow name={<DiskCharts sn={sn} diskId={CARD_ID} />} />}
            </SettingsRows>
          )
        }}
      </Told>
    </SettingsSection>
  )
}
