import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useBlocker, useSearch } from '@tanstack/react-router'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { Suspense, useRef } from 'react'
import { deviceStatuses } from '#contract/enums.ts'
import { deviceDetailQuery } from '../../../data/places/device-settings.ts'
import { useAnswerAge } from '../../../data/query/answer-age.ts'
import { hasUnsaved } from '../../../lib/unsaved.ts'
import { TableSkeleton } from '../../../ui/controls/table-skeleton.tsx'
import { LeaveChanges } from '../../../ui/form/leave-changes.tsx'
import { AsOf } from '../../../ui/notice/as-of.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { NotThereYet } from '../../../ui/page/not-there-yet.tsx'
import { Page } from '../../../ui/page/page.tsx'
import settings from '../../../ui/page/settings.module.css'
import { SubNav } from '../../../ui/page/sub-nav.tsx'
import { Mantine } from '../../../ui/theme/mantine.tsx'
import { DeviceStatus } from '../device-status.tsx'
import { AboutDevice } from './about-device.tsx'
import { ActivityLine } from './activity-line.tsx'
import { readDeviceSettings } from './section-id.ts'
import { sectionIds, sections, type DeviceDetail, type SectionId } from './sections.ts'

/** The settings of one device, section by section, as the device tells them. */
export function DeviceSettingsPage() {
  const { device: sn = '', section } = useSearch({ from: '/_home/device/settings' })
  const { i18n, t } = useLingui()
  const isChosen = sn !== ''
  const query = { ...deviceDetailQuery(sn), enabled: isChosen }
  const { data, error, refetch } = useQuery(query)
  const age = useAnswerAge(query.queryKey)
  const chosen: SectionId = section ?? 'general'
  const shown = shownBy({ device: sn, section: chosen })
  const column = useRef<HTMLDivElement>(null)
  const { status, proceed, reset } = useBlocker({
    // Other pages are kept, and the frame asks for them; what is typed in a section goes with it.
    shouldBlockFn: ({ next }) =>
      next.routeId === '/_home/device/settings' && shownBy(next.search) !== shown && column.current !== null && hasUnsaved(column.current),
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <Mantine>
      <Page
        back={<BackToDevice sn={sn} />}
        title={data?.device.name ?? <Trans>Settings of the device</Trans>}
        filters={
          <>
            {data && <DeviceStatus device={data.device} />}
            <AsOf timeMs={age} />
          </>
        }
      >
        {isChosen && (
          <SubNav label={t`Settings of the device`}>
            {sectionIds.map((id) => (
              <Link
                key={id}
                to="/device/settings"
                search={{ device: sn, section: id }}
                activeOptions={{ includeSearch: true }}
                // Without a section in the address, too.
                aria-current={id === chosen ? 'page' : undefined}
                replace
              >
                {i18n._(sections[id].name)}
              </Link>
            ))}
          </SubNav>
        )}
        {!isChosen ? (
          <Notice
            drawing="device"
            title={<Trans>No device was chosen.</Trans>}
            step={
              <Link to="/device/index">
                <Trans>Open the devices</Trans>
              </Link>
            }
          />
        ) : data === undefined ? (
          <NotThereYet error={error} title={<Trans>The device could not be loaded.</Trans>} onRetry={() => void refetch()} />
        ) : (
          <div ref={column} className={settings['column']}>
            <ActivityLine activity={data.activity} />
            <Chosen key={shown} detail={data} id={chosen} />
            <AboutDevice device={data.device} />
          </div>
        )}
        {status === 'blocked' && <LeaveChanges onLeave={proceed} onStay={reset} />}
      </Page>
    </Mantine>
  )
}

/** Which section of which device an address shows. */
function shownBy(search: object): string {
  const { device = '', section = 'general' } = readDeviceSettings({ ...search })
  return `${device} ${section}`
}

function Chosen({ detail, id }: { detail: DeviceDetail; id: SectionId }) {
  const { needs, Part } = sections[id]
  // The section says itself what the device does meanwhile.
  const isTrying = id === 'network' && detail.networkTrial?.endedMs === null
  if (!detail.mayConfigure) return <Notice drawing="lock" title={<Trans>You may not change the settings of this device.</Trans>} />
  if (needs.length > 0 && !needs.some((command) => detail.commands.includes(command)))
    return <Notice drawing="device" title={<Trans>This device has no such settings, or does not let them be changed from here.</Trans>} />
  return (
    <>
      {detail.device.status !== deviceStatuses.online && !isTrying && (
        <p role="status">
          <Trans>The device is offline. What you type stays here until it is back.</Trans>
        </p>
      )}
      <Suspense fallback={<TableSkeleton />}>
        <Part detail={detail} />
      </Suspense>
    </>
  )
}

function BackToDevice({ sn }: { sn: string }) {
  const { t } = useLingui()
  const label = t`Back to the devices`
  return (
    <Link to="/device/index" search={{ device: sn }} className={settings['back']} aria-label={label} data-tip={label}>
      <IconArrowLeft size={18} stroke={1.5} aria-hidden />
    </Link>
  )
}
