import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { useEffect, useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { gradeOf, type HealthLine } from '#contract/calls/health/health-line.ts'
import type { healthSummary } from '#contract/calls/health/health-summary.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { coreState, serviceNowMs } from '../../data/core/core.ts'
import { useHasCloud } from '../../data/organization/cloud-storage.ts'
import { healthQuery, showHealthInMenu } from '../../data/organization/health.ts'
import { licenceQuery } from '../../data/organization/licence.ts'
import { ForRoles } from '../../data/person/for-roles.tsx'
import { useHoldsRole } from '../../data/person/roles.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { Button } from '../../ui/controls/button.tsx'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ServiceNav } from '../../ui/page/service-nav.tsx'
import { SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import settings from '../../ui/page/settings.module.css'
import { clockText } from '../../ui/text/time-text.ts'
import { useNow } from '../../ui/text/use-now.ts'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { HealthRow } from './health-row.tsx'
import { LicenceRow } from './licence-row.tsx'
import { licenceTrouble, type LicenceTrouble } from './licence-trouble.ts'
import { LookedAt } from './looked-at.tsx'
import { Quotas } from './quotas.tsx'
import classes from './health.module.css'

/**
 * How everything is that the person sees: what is wrong, worst first, with what to do about each. `services`: what of the services is used,
 * which another part of the app knows.
 */
export function HealthPage({ services }: { services: ReactNode }) {
  const { data, error, refetch } = useQuery(healthQuery)
  const { data: licence, isPending: isLicencePending } = useQuery({ ...licenceQuery, meta: { isQuiet: true } })
  const age = useAnswerAge(healthQuery.queryKey)
  useEffect(() => {
    if (data) showHealthInMenu(data)
  }, [data])
  return (
    <Mantine>
      <Page title={<Trans>Service</Trans>} filters={<AsOf timeMs={age} />}>
        <ServiceNav hasCloud={useHasCloud()} />
        {data === undefined || isLicencePending ? (
          <NotThereYet error={error} title={<Trans>The health of the system could not be loaded.</Trans>} onRetry={() => void refetch()} />
        ) : (
          <div className={settings['column']}>
            <Lines summary={data} trouble={licence && licenceTrouble(licence, serviceNowMs())} />
            {services}
            <ForRoles roles={['administrator']}>
              <Quotas />
            </ForRoles>
            <LookedAt summary={data} />
          </div>
        )}
      </Page>
    </Mantine>
  )
}

/** `trouble`: of the licence, which is no line of the service's. */
function Lines({ summary, trouble }: { summary: OutputOf<typeof healthSummary>; trouble: LicenceTrouble | undefined }) {
  const { t } = useLingui()
  const { lines, total, atMs } = summary
  const open = lines.filter(({ known }) => known === undefined)
  const toDo = open.filter(({ kind }) => gradeOf(kind) !== 'note')
  const notes = open.filter(({ kind }) => gradeOf(kind) === 'note')
  const known = lines.filter((line) => line.known !== undefined)
  const at = clockText(atMs, { seconds: true })
  return (
    <>
      {toDo.length === 0 && trouble === undefined ? (
        <div className={classes['well']} role="status">
          <IconCircleCheck size={48} stroke={1.25} aria-hidden />
          <p className={classes['calm']}>
            {known.length === 0 ? <Trans>Everything is in order.</Trans> : <Trans>Nothing else is to be done.</Trans>}
          </p>
          <p className={classes['when']}>
            <Trans>Looked at {at}</Trans>
          </p>
        </div>
      ) : (
        <Section
          label={t`To do`}
          lines={toDo}
          first={trouble && <LicenceRow trouble={trouble} />}
          title={<Trans>To do</Trans>}
          intro={<Trans>The worst first. Looked at {at}.</Trans>}
        />
      )}
      {notes.length > 0 && <Section label={t`Worth knowing`} lines={notes} title={<Trans>Worth knowing</Trans>} />}
      {known.length > 0 && (
        <Section
          label={t`Known already`}
          lines={known}
          title={<Trans>Known already</Trans>}
          intro={<Trans>These do not count in the menu until their time is over.</Trans>}
        />
      )}
      {total > lines.length && (
        <p className={classes['when']}>
          <Plural
            value={total - lines.length}
            one="# more is shown when some of these are done."
            other="# more are shown when some of these are done."
          />
        </p>
      )}
    </>
  )
}

/** As many are read in one go. */
const FIRST_LINES = 40

interface SectionProps {
  label: string
  lines: readonly HealthLine[]
  /** Stands before the lines. */
  first?: ReactNode
  title: ReactNode
  intro?: ReactNode
}

function Section({ label, lines, first, title, intro }: SectionProps) {
  const { t } = useLingui()
  const nowMs = useNow(30_000)
  const mayKnow = useHoldsRole('administrator')
  const [isWhole, setWhole] = useState(false)
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const shown = isWhole ? lines : lines.slice(0, FIRST_LINES)
  return (
    <SettingsSection title={title} intro={intro}>
      <SettingsRows label={label}>
        {first}
        {shown.map((line) => (
          <HealthRow key={line.key} line={line} nowMs={nowMs} mayKnow={mayKnow} offlineReason={offlineReason} />
        ))}
      </SettingsRows>
      {shown.length < lines.length && (
        <Button className={classes['all']} variant="default" onClick={() => setWhole(true)}>
          <Plural value={lines.length} one="Show # line" other="Show all # lines" />
        </Button>
      )}
    </SettingsSection>
  )
}
