import { createFileRoute } from '@tanstack/react-router'
import { OrdersPage } from '../../../features/orders/orders-page.tsx'
import { readOrders, type OrdersSearch } from '../../../features/orders/orders-search.ts'

export const Route = createFileRoute('/_home/service/order')({
  staticData: { page: 'account', forAdministrators: 'orders' },
  validateSearch: (search: Record<string, unknown>): OrdersSearch => readOrders(search),
  component: OrdersPage,
})
