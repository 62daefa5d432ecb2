import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../data/core/call-error.ts'
import { enterByKey, ownRequestsQuery, type InstallerKey } from '../../data/organization/installer-access.ts'
import buttons from '../../ui/controls/button.module.css'
import { errorText } from '../../ui/text/error-text.ts'
import { useAction } from '../../ui/form/use-action.ts'
import { AccessForm } from './access-form.tsx'
import { JoinPage } from './join-page.tsx'
import own from './joining.module.css'
import { LinkIsBeingRead } from './link-state.tsx'
import { OwnRequests } from './own-requests.tsx'
import { Entered, SessionEndsNote } from './remote-access-page.tsx'

/** What an installer with a key can do: ask for access for a time, see what became of each request, and enter. */
export function InstallerAccess({ installerKey, onAnotherKey }: { installerKey: InstallerKey; onAnotherKey: () => void }) {
  const { data, error } = useQuery(ownRequestsQuery(installerKey))
  const [entered, setEntered] = useState<{ organizationName: string; untilMs: number | null }>()
  const { trouble, run } = useAction()

  const enter = (requestId: string) =>
    run(async () => {
      const { user, untilMs } = await enterByKey(requestId, installerKey)
      setEntered({ organizationName: user.organizationName, untilMs })
    })

  if (entered !== undefined) return <Entered {...entered} />
  if (data === undefined && error === null) return <LinkIsBeingRead />
  const whatIsWrong = trouble ?? (error instanceof CallError ? errorText(error) : undefined)
  return (
    <JoinPage title={<Trans>Ask for access</Trans>}>
      {data && (
        <p className={own['lead']}>
          <Trans>
            <b>{data.companyName}</b> asks <b>{data.organizationName}</b> to act as its administrator for a time.
          </Trans>
        </p>
      )}
      <SessionEndsNote />
      {whatIsWrong && (
        <p className={own['note']} role="alert">
          {whatIsWrong}
        </p>
      )}
      {data && <OwnRequests requests={data.requests} onEnter={enter} />}
      {data && <AccessForm installerKey={installerKey} requests={data.requests} />}
      <div className={own['buttons']}>
        <button type="button" className={buttons['other']} onClick={onAnotherKey}>
          <Trans>Use another key</Trans>
        </button>
      </div>
    </JoinPage>
  )
}
