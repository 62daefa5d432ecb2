import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { useState } from 'react'
import { untouchedVideoQuery } from '../../data/records/redactions.ts'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { Page } from '../../ui/page/page.tsx'
import settings from '../../ui/page/settings.module.css'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { RedactWork } from './redact-work.tsx'
import { useAreas } from './model/use-areas.ts'
import { MakeButton } from './make-button.tsx'
import classes from './redaction.module.css'

/** Where a second file of an archive is made in which what somebody draws is unreadable. */
export function RedactPage() {
  const { archiveId } = useParams({ from: '/_home/archives-redact/$archiveId' })
  const query = useQuery(untouchedVideoQuery(archiveId))
  const areas = useAreas()
  const [isSilent, setSilent] = useState(false)
  const clip = query.data?.videos[0]
  return (
    <Mantine>
      <Page
        back={<BackToArchive archiveId={archiveId} />}
        title={<Trans>Redact</Trans>}
        filters={<span className={classes['name']}>{clip?.fileName}</span>}
        action={clip && <MakeButton archiveId={archiveId} areas={areas.areas} isSilent={isSilent} />}
      >
        {clip === undefined ? (
          <NotThereYet error={query.error} title={<Trans>The clip could not be loaded.</Trans>} onRetry={() => void query.refetch()} />
        ) : (
          <RedactWork key={archiveId} archiveId={archiveId} clip={clip} areas={areas} isSilent={isSilent} onSilent={setSilent} />
        )}
      </Page>
    </Mantine>
  )
}

function BackToArchive({ archiveId }: { archiveId: string }) {
  const { t } = useLingui()
  const label = t`Back to the archive`
  return (
    <Link to="/archives-details/$id" params={{ id: archiveId }} className={settings['back']} aria-label={label} data-tip={label}>
      <IconArrowLeft size={18} stroke={1.5} aria-hidden />
    </Link>
  )
}
