import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RuleScope } from '#contract/calls/event/alarm-rule.ts'
import { stationAlarmLastsS, type StationFront, type StationOutput } from '#contract/station.ts'
import { channelsQuery } from '../../data/places/channels.ts'
import { sitesQuery } from '../../data/places/sites.ts'
import { setStationFront } from '../../data/places/stations.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import forms from '../../ui/form/form.module.css'
import { useAction } from '../../ui/form/use-action.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { PlacesTree } from '../../ui/places/places-tree.tsx'
import { durationText } from '../../ui/text/time-text.ts'
import classes from './stations.module.css'

const USUAL_S = 20
const nowhere: RuleScope = { siteIds: [], channels: [] }

interface FrontFormProps {
  place: { sn: string; voId: StationOutput }
  front: StationFront | null
  offlineReason: string | undefined
  onClose: () => void
}

/** Alarms of which sites and cameras come to the front of a screen, and for how long. */
export function FrontForm({ place, front, offlineReason, onClose }: FrontFormProps) {
  const { t, i18n } = useLingui()
  const { data: siteList } = useQuery(sitesQuery)
  const { data: channelList } = useQuery(channelsQuery)
  const [scope, setScope] = useState<RuleScope>(front?.scope ?? nowhere)
  const [lastsS, setLastsS] = useState<StationFront['lastsS']>(front?.lastsS ?? USUAL_S)
  const { run, isBusy, trouble } = useAction()
  const bySite = Map.groupBy(channelList?.channels ?? [], ({ siteId }) => siteId)
  const sites = (siteList?.sites ?? []).map(({ siteId, siteName }) => ({
    siteId,
    siteName,
    cameras: bySite.get(siteId) ?? [],
    isWhole: true,
  }))
  const isNowhere = scope.siteIds.length + scope.channels.length === 0

  function save() {
    void run(async () => {
      await setStationFront({ ...place, front: isNowhere ? null : { scope, lastsS } })
      say(
        'done',
        isNowhere ? t`No alarms come to the front of screen ${place.voId}.` : t`Alarms come to the front of screen ${place.voId}.`,
      )
      onClose()
    })
  }

  return (
    <Dialog title={<Trans>Alarms at the front of screen {place.voId}</Trans>} onClose={onClose}>
      <div className={forms['form']}>
        <p className={classes['hint']}>
          <Trans>
            When one of these cameras raises an alarm, the screen shows it large, with what happened and when, and goes back by itself.
            Nothing chosen: no alarms.
          </Trans>
        </p>
        {siteList && channelList && <PlacesTree sites={sites} scope={scope} onChange={setScope} error={undefined} />}
        <Select
          label={t`Each for`}
          data={stationAlarmLastsS.map((seconds) => ({ value: String(seconds), label: durationText(seconds * 1_000, i18n.locale) }))}
          value={String(lastsS)}
          onChange={({ currentTarget }) => setLastsS(Number(currentTarget.value) as StationFront['lastsS'])}
        />
        <FormFoot trouble={trouble} onCancel={onClose}>
          <OnlineButton offlineReason={offlineReason} loading={isBusy} onClick={save}>
            <Trans>Save</Trans>
          </OnlineButton>
        </FormFoot>
      </div>
    </Dialog>
  )
}
