import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { cloudCycles, cloudTriggers, type CloudTrigger } from '#contract/cloud-storage.ts'
import { licenceTerms } from '#contract/licence-terms.ts'
import { cloudStorageStatuses, type CloudStorageStatus } from '#contract/states/cloud-storage.ts'
import { coreState } from '../../../data/core/core.ts'
import {
  cloudChannelsQuery,
  cloudGoodsQuery,
  cloudTermsQuery,
  orderCloud,
  type CloudChannel,
} from '../../../data/organization/cloud-storage.ts'
import { cameraInAddress } from '../../../lib/playback-address.ts'
import type { Fault } from '../../../lib/fault.ts'
import { named } from '../../../ui/text/joined.ts'
import buttons from '../../../ui/controls/button.module.css'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { TroubleLine } from '../../../ui/form/trouble.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { goodsWords } from '../../../ui/order/cloud-words.ts'
import { PriceLines } from '../../../ui/order/price-lines.tsx'
import { NotThereYet } from '../../../ui/page/not-there-yet.tsx'
import { Page } from '../../../ui/page/page.tsx'
import settings from '../../../ui/page/settings.module.css'
import { errorText } from '../../../ui/text/error-text.ts'
import { moneyText, termText } from '../../../ui/text/money-text.ts'
import { Mantine } from '../../../ui/theme/mantine.tsx'
import purchase from '../purchase/purchase.module.css'
import { cloudTermTexts } from '../purchase/term-texts.tsx'
import { TermsPart } from '../purchase/terms-part.tsx'
import { WaitingOrder } from '../purchase/waiting-order.tsx'
import classes from './cloud.module.css'
import { camerasNamed } from './cloud-search.ts'
import { Explanation } from '../purchase/explanation.tsx'
import { TriggerChoice } from './trigger-choice.tsx'

const { using, expiring, exception } = cloudStorageStatuses
const inUse: readonly CloudStorageStatus[] = [using, expiring, exception]

/** Buys cloud storage for the cameras that the address names: package, term, what is kept, price. For administrators. */
export function BuyCloudPage() {
  const { t } = useLingui()
  const { cameras } = useSearch({ from: '/_home/service/serviceCloudstorage/buy' })
  const { data, error, refetch } = useQuery(cloudChannelsQuery)
  const named = new Set(camerasNamed(cameras).map(cameraInAddress))
  const chosen = data?.channels.filter((channel) => named.has(cameraInAddress(channel)))
  const back = (
    <Link
      className={settings['back']}
      to="/service/serviceCloudstorage/purchase"
      aria-label={t`Back to cloud storage`}
      data-tip={t`Back to cloud storage`}
    >
      <IconArrowLeft size={18} stroke={1.5} aria-hidden />
    </Link>
  )
  return (
    <Mantine>
      <Page back={back} title={<Trans>Buy cloud storage</Trans>}>
        {chosen === undefined ? (
          <NotThereYet error={error} title={<Trans>Cloud storage could not be loaded.</Trans>} onRetry={() => void refetch()} />
        ) : chosen.length === 0 ? (
          <Notice
            drawing="camera"
            title={<Trans>Choose the cameras first that cloud storage is for.</Trans>}
            step={
              <Link className={buttons['main']} to="/service/serviceCloudstorage/purchase">
                <Trans>Choose cameras</Trans>
              </Link>
            }
          />
        ) : (
          <Buy chosen={chosen} />
        )}
      </Page>
    </Mantine>
  )
}

function Buy({ chosen }: { chosen: readonly CloudChannel[] }) {
  const { t, i18n } = useLingui()
  const search = useSearch({ from: '/_home/service/serviceCloudstorage/buy' })
  const [goodsId, setGoods] = useState(search.goods)
  const [cycle, setCycle] = useState<(typeof cloudCycles)[number]>(search.cycle ?? cloudCycles[0])
  const navigate = useNavigate({ from: '/service/serviceCloudstorage/buy' })
  const [triggers, setTriggers] = useState<CloudTrigger[]>([...cloudTriggers])
  const [autoRenew, setAutoRenew] = useState(false)
  const [isAccepted, setAccepted] = useState(false)
  const [isMissed, setMissed] = useState(false)
  const goods = useQuery(cloudGoodsQuery)
  const { data: terms } = useQuery(cloudTermsQuery)
  const { isBusy, trouble, run } = useAction((fault) => troubleOf(fault, chosen))
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  // The address follows what is chosen: whoever reloads or is sent it sees the same.
  useEffect(() => {
    void navigate({ search: (now) => ({ ...now, goods: goodsId, cycle }), replace: true })
  }, [navigate, goodsId, cycle])
  const all = goods.data?.goods
  if (all === undefined)
    return <NotThereYet error={goods.error} title={<Trans>The prices could not be loaded.</Trans>} onRetry={() => void goods.refetch()} />
  const wanted = all.find((one) => one.goodsId === goodsId) ?? all[0]
  const priceOf = (one = wanted, of: number = cycle) => one?.prices.find((price) => price.cycle === of)?.amountCents ?? 0
  const count = chosen.length
  const amountCents = priceOf() * count
  const { duration } = licenceTerms[cycle]
  const days = cycle === cloudCycles[0] ? duration : duration * 365
  const isRenewal = chosen.some(({ status }) => inUse.includes(status))
  const version = terms?.version

  async function order(): Promise<void> {
    if (version === undefined || wanted === undefined) return
    if (!isAccepted) return setMissed(true)
    const channels = chosen.map(({ sn, chlIndex }) => ({ sn, chlIndex }))
    await run(async () => {
      const { orderId } = await orderCloud({
        purchase: { kind: 'buy', goodsId: wanted.goodsId, cycle, channels, triggers, autoRenew },
        amountCents,
        acceptedTerms: version,
      })
      await navigate({ to: '/service/servicelicense/pay', search: { order: orderId } })
    })
  }

  return (
    <div className={purchase['purchase']}>
      <div className={purchase['wish']}>
        <WaitingOrder />
        <section aria-label={t`Cameras`}>
          <Plural value={count} one="For # camera" other="For # cameras" />
          <ul className={classes['cameras']}>
            {chosen.map((camera) => (
              <li key={cameraInAddress(camera)}>
                {camera.channelName} <small>{camera.siteName}</small>
              </li>
            ))}
          </ul>
        </section>
        <fieldset className={purchase['terms']}>
          <legend>
            <Trans>Package</Trans>
          </legend>
          {all.map((one) => {
            const each = moneyText(priceOf(one), i18n.locale)
            return (
              <label key={one.goodsId}>
                <input type="radio" name="goods" checked={one === wanted} onChange={() => setGoods(one.goodsId)} />
                <span>{i18n._(goodsWords[one.goodsId])}</span>
                <strong className="sl-figures">{moneyText(priceOf(one) * count, i18n.locale)}</strong>
                <small className="sl-figures">
                  <Trans>{each} for each camera</Trans>
                </small>
              </label>
            )
          })}
        </fieldset>
        <fieldset className={purchase['terms']}>
          <legend>
            <Trans>Term</Trans>
          </legend>
          {cloudCycles.map((one) => {
            const each = moneyText(priceOf(wanted, one), i18n.locale)
            return (
              <label key={one}>
                <input type="radio" name="cycle" checked={one === cycle} onChange={() => setCycle(one)} />
                <span>{termText(one, i18n.locale)}</span>
                <strong className="sl-figures">{moneyText(priceOf(wanted, one) * count, i18n.locale)}</strong>
                <small className="sl-figures">
                  <Trans>{each} for each camera</Trans>
                </small>
              </label>
            )
          })}
        </fieldset>
        <div className={classes['renew']}>
          <Checkbox
            label={<Trans>Renew it automatically</Trans>}
            checked={autoRenew}
            onChange={({ currentTarget: { checked } }) => setAutoRenew(checked)}
          />
          <small>
            <Trans>Three days before its end the same is charged again to what you pay with. You can switch that off at any time.</Trans>
          </small>
        </div>
        <TriggerChoice chosen={triggers} onChoose={setTriggers} />
      </div>
      <section className={purchase['bill']} aria-label={t`Price`}>
        <h2>
          <Trans>Price</Trans>
        </h2>
        <PriceLines
          isCloud
          lines={[{ item: 'term', chlNum: count, days, termDays: days, listCents: amountCents, amountCents }]}
          amountCents={amountCents}
        />
        {isRenewal && (
          <p>
            <Trans>For cameras that have cloud storage already the new term begins when that ends.</Trans>
          </p>
        )}
        {terms && (
          <TermsPart
            title={<Trans>Terms of cloud storage, version {version}</Trans>}
            paragraphs={terms.paragraphs.map((paragraph) => cloudTermTexts[paragraph])}
            isAccepted={isAccepted}
            error={isMissed && !isAccepted ? <Trans>Accept the terms before you order.</Trans> : undefined}
            onAccept={setAccepted}
          />
        )}
        <TroubleLine text={trouble} />
        <OnlineButton
          fullWidth
          offlineReason={offlineReason ?? (triggers.length === 0 ? t`Choose what is kept first.` : undefined)}
          loading={isBusy}
          onClick={() => void order()}
        >
          <Trans>Order, and pay in the next step</Trans>
        </OnlineButton>
        <p className={purchase['note']}>
          <Trans>Nothing is charged yet. The order waits 30 minutes for its payment.</Trans>
        </p>
      </section>
      <Explanation />
    </div>
  )
}

/** What the service refused, and of which camera. */
function troubleOf(fault: Fault, chosen: readonly CloudChannel[]): string {
  const index = /^purchase\.channels\.(\d+)/.exec(fault.detail.field ?? '')?.[1]
  const name = index === undefined ? undefined : chosen[Number(index)]?.channelName
  return name === undefined ? errorText(fault) : named(name, errorText(fault))
}
