import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import type { StationOutput } from '#contract/station.ts'
import { controlStation, remoteQuery, type RemoteCommand } from '../../data/places/station-remote.ts'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { clockText } from '../../ui/text/time-text.ts'
import { ShownWindows } from './shown-windows.tsx'
import { WishList } from './wish-list.tsx'
import classes from './remote.module.css'

interface RemoteControlProps {
  place: { sn: string; voId: StationOutput }
  name: string
  offlineReason: string | undefined
}

/** One screen: what is on it, and what it may show instead. */
export function RemoteControl({ place: { sn, voId }, name, offlineReason }: RemoteControlProps) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(remoteQuery({ sn, voId }))
  const { runInTurn, trouble } = useAction()
  const order = (command: RemoteCommand) => void runInTurn(() => controlStation({ sn, voId }, command))
  if (data === undefined)
    return <NotThereYet error={error} title={<Trans>What the screen shows could not be loaded.</Trans>} onRetry={() => void refetch()} />
  const oneView = data.views < 2 ? t`Only one view is shown.` : undefined
  return (
    <>
      <section className={classes['now']} aria-label={name}>
        <p className={classes['title']} role="status">
          <strong>{data.title ?? <Trans>Clock</Trans>}</strong>
          <span className="sl-figures">
            {data.views > 1 && (
              <Trans>
                View {data.view + 1} of {data.views}
              </Trans>
            )}
          </span>
        </p>
        {data.isConnected === false && (
          <p role="status" className={classes['trouble']}>
            <Trans>This screen is not connected. It shows what you choose when it is back.</Trans>
          </p>
        )}
        <ShownWindows
          state={data}
          reason={offlineReason}
          onFull={(channel) => order({ kind: 'full', channel })}
          onAll={() => order({ kind: 'all' })}
        />
        <div className={classes['steps']}>
          <OnlineButton
            variant="default"
            size="lg"
            offlineReason={oneView ?? offlineReason}
            leftSection={<IconChevronLeft size={20} stroke={1.5} aria-hidden />}
            onClick={() => order({ kind: 'step', by: -1 })}
          >
            <Trans>Previous</Trans>
          </OnlineButton>
          <OnlineButton
            variant="default"
            size="lg"
            offlineReason={oneView ?? offlineReason}
            rightSection={<IconChevronRight size={20} stroke={1.5} aria-hidden />}
            onClick={() => order({ kind: 'step', by: 1 })}
          >
            {t({ context: 'on a screen', message: 'Next' })}
          </OnlineButton>
        </div>
        <OnlineButton
          size="lg"
          offlineReason={data.remoteUntilMs === null ? t`It goes by its schedule.` : offlineReason}
          onClick={() => order({ kind: 'schedule' })}
        >
          <Trans>Back to schedule</Trans>
        </OnlineButton>
        <p className={classes['hint']}>
          {data.remoteUntilMs === null ? (
            <Trans>The screen goes by its schedule.</Trans>
          ) : (
            <Trans>By remote control until {clockText(data.remoteUntilMs)}, then by its schedule again.</Trans>
          )}
        </p>
        {trouble && (
          <p role="alert" className={classes['trouble']}>
            {trouble}
          </p>
        )}
      </section>
      <WishList reason={offlineReason} onChoose={(wish) => order({ kind: 'show', wish })} />
    </>
  )
}
