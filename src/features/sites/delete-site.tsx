import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Site } from '#contract/calls/device/site-list-choose.ts'
import { CallError } from '../../data/core/call-error.ts'
import { deleteSite, siteContentsQuery } from '../../data/places/change-sites.ts'
import forms from '../../ui/form/form.module.css'
import { Question } from '../../ui/form/question.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { errorText } from '../../ui/text/error-text.ts'
import classes from './sites.module.css'

interface DeleteSiteProps {
  site: Site
  offlineReason: string | undefined
  onDeleted: () => void
  onClose: () => void
}

/** Says what hangs on a site before it goes. One that has devices stays: they are unbound or moved first. */
export function DeleteSite({ site, offlineReason, onDeleted, onClose }: DeleteSiteProps) {
  const { t } = useLingui()
  const { siteId, siteName } = site
  const { data, error } = useQuery(siteContentsQuery(siteId))
  const hasDevices = (data?.devices ?? site.deviceTotal) > 0
  const isKnown = data !== undefined
  return (
    <Question
      title={<Trans>Delete “{siteName}”?</Trans>}
      answer={<Trans>Delete</Trans>}
      isDanger
      offlineReason={
        hasDevices ? t`Unbind its devices first.` : isKnown ? offlineReason : (offlineReason ?? t`What is on it is being looked up.`)
      }
      onAnswer={async () => {
        await deleteSite(siteId)
        say('done', t`“${siteName}” is deleted.`)
        onClose()
        onDeleted()
      }}
      onClose={onClose}
    >
      {error instanceof CallError && <TroubleLine text={errorText(error)} />}
      {data && <Contents contents={data} />}
      {isKnown && (
        <p className={forms['text']}>
          {hasDevices ? <Trans>Unbind its devices first, or move them to another site.</Trans> : <Trans>This cannot be taken back.</Trans>}
        </p>
      )}
    </Question>
  )
}

interface ContentsProps {
  contents: { devices: number; cameras: number; people: number; rules: number; plans: number; archives: number; shares: number }
}

/** Each kind with what becomes of it; what is not there is not named. */
function Contents({ contents: { devices, cameras, people, rules, plans, archives, shares } }: ContentsProps) {
  const { t } = useLingui()
  const lines = [
    devices > 0 && <Plural key="devices" value={devices} one="# device" other="# devices" />,
    cameras > 0 && <Plural key="cameras" value={cameras} one="# camera" other="# cameras" />,
    people > 0 && <Plural key="people" value={people} one="# person loses their role there" other="# people lose their roles there" />,
    plans > 0 && <Plural key="plans" value={plans} one="# plan is lost" other="# plans are lost" />,
    rules > 0 && <Plural key="rules" value={rules} one="# alarm rule names it" other="# alarm rules name it" />,
    archives > 0 && <Plural key="archives" value={archives} one="# archive of its cameras stays" other="# archives of its cameras stay" />,
    shares > 0 && <Plural key="shares" value={shares} one="# link to them stays open" other="# links to them stay open" />,
  ].filter((line) => line !== false)
  if (lines.length === 0)
    return (
      <p className={forms['text']}>
        <Trans>Nothing hangs on it but its place on the map.</Trans>
      </p>
    )
  return (
    <ul className={classes['contents']} aria-label={t`What is on it`}>
      {lines.map((line) => (
        <li key={line.key}>{line}</li>
      ))}
    </ul>
  )
}
