import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Order } from '#contract/calls/licence/order.ts'
import { orderTypes } from '#contract/payment.ts'
import { orderStatuses } from '#contract/states/order.ts'
import { ordersQuery } from '../../data/organization/purchases.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { Pager } from '../../ui/controls/pager.tsx'
import { Select } from '../../ui/controls/select.tsx'
import type { Column } from '../../ui/controls/table/column.ts'
import { DataTable } from '../../ui/controls/table/data-table.tsx'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { orderStatusWords, orderWord } from '../../ui/order/order-words.ts'
import { Page } from '../../ui/page/page.tsx'
import { moneyText, termText } from '../../ui/text/money-text.ts'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { OrderPanel, StateOf } from './order-panel.tsx'
import classes from './orders.module.css'

const PAGE_SIZE = 20
const all = Object.values(orderStatuses)

const idOf = ({ orderId }: Order) => orderId

/** Every order of the organization, in every state, the newest first. For administrators. */
export function OrdersPage() {
  const { t, i18n } = useLingui()
  const { page = 1, status, type, order: openId } = useSearch({ from: '/_home/service/order' })
  const navigate = useNavigate({ from: '/service/order' })
  const query = ordersQuery({ pageNum: page, pageSize: PAGE_SIZE, ...(type && { orderType: type }), ...(status && { statuses: [status] }) })
  const orders = useQuery({ ...query, placeholderData: keepPreviousData })
  const age = useAnswerAge(query.queryKey)
  const columns = useColumns()
  const open = (order?: string) => void navigate({ search: (now) => ({ ...now, order }) })
  const nameOf = (order: Order) => `${i18n._(orderWord(order))} ${order.orderId}`
  return (
    <Mantine>
      <Page
        title={<Trans>Order Record</Trans>}
        filters={
          <>
            <Select
              aria-label={t`What it is for`}
              data={[
                { value: '', label: t`All orders` },
                { value: String(orderTypes.license), label: t`Licence` },
                { value: String(orderTypes.cloudStorage), label: t`Cloud storage` },
              ]}
              value={type === undefined ? '' : String(type)}
              onChange={({ currentTarget: { value } }) =>
                void navigate({
                  search: { status, type: Object.values(orderTypes).find((known) => String(known) === value) },
                  replace: true,
                })
              }
            />
            <Select
              aria-label={t`State`}
              data={[
                { value: '', label: t`All states` },
                ...all.map((one) => ({ value: String(one), label: i18n._(orderStatusWords[one].word) })),
              ]}
              value={status === undefined ? '' : String(status)}
              onChange={({ currentTarget: { value } }) =>
                void navigate({ search: { type, status: all.find((known) => String(known) === value) }, replace: true })
              }
            />
            <AsOf timeMs={age} />
          </>
        }
        foot={
          <Pager
            total={orders.data?.total ?? 0}
            page={page}
            size={PAGE_SIZE}
            onTurn={({ page: next }) => void navigate({ search: (now) => ({ ...now, page: next }), replace: true })}
          />
        }
      >
        <DataTable
          id="orders"
          className={classes['orders']}
          label={t`Order Record`}
          columns={columns}
          rows={orders.data?.orders}
          rowId={idOf}
          rowName={nameOf}
          error={orders.error}
          failed={<Trans>The orders could not be loaded.</Trans>}
          onRetry={() => void orders.refetch()}
          empty={
            <Notice
              drawing="search"
              title={
                status === undefined && type === undefined ? (
                  <Trans>Nothing was ordered yet.</Trans>
                ) : (
                  <Trans>No such order is in this state.</Trans>
                )
              }
            />
          }
          onOpen={({ orderId }) => open(orderId)}
        />
        {openId !== undefined && <OrderPanel orderId={openId} onClose={() => open()} />}
      </Page>
    </Mantine>
  )
}

function useColumns(): Column<Order>[] {
  const { t, i18n } = useLingui()
  return [
    { id: 'kind', name: t`What it is for`, kind: 'main', widthPx: 180, cell: (order) => i18n._(orderWord(order)) },
    {
      id: 'time',
      name: t`Ordered`,
      kind: 'figures',
      narrow: 'second',
      widthPx: 180,
      cell: ({ createdAtMs }) => dateTimeText(createdAtMs, i18n.locale),
    },
    { id: 'cameras', name: t`Cameras`, kind: 'figures', narrow: 'none', widthPx: 90, cell: ({ chlNum }) => i18n.number(chlNum) },
    { id: 'term', name: t`Term`, narrow: 'none', widthPx: 110, cell: ({ durationType }) => termText(durationType, i18n.locale) },
    { id: 'amount', name: t`Amount`, kind: 'figures', widthPx: 120, cell: ({ amountCents }) => moneyText(amountCents, i18n.locale) },
    {
      id: 'state',
      name: t`State`,
      widthPx: 200,
      cell: (order) => <StateOf order={order} />,
    },
    { id: 'id', name: t`Order`, kind: 'code', narrow: 'none', cell: ({ orderId }) => orderId },
  ]
}
