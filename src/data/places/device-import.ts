import { deviceBindMany, MOST_BINDS_AT_ONCE } from '#contract/calls/device/device-bind-many.ts'
import { siteAdd } from '#contract/calls/device/site-add.ts'
import type { Site } from '#contract/calls/device/site-list-choose.ts'
import type { InputOf } from '#contract/define-call.ts'
import type { ListRow } from '#contract/sheet-api.ts'
import type { Compared } from '../../lib/compared.ts'
import { callCore } from '../core/core.ts'
import { refreshAssets } from '../core/follow-core.ts'
import { queryClient } from '../query/query-client.ts'

type Item = InputOf<typeof deviceBindMany>['devices'][number]

/** What each row of a list asks for. `otherwise`: the site of rows that name none; names are compared as people write them. */
export function compareDevices(
  rows: readonly ListRow[],
  sites: readonly Pick<Site, 'siteId' | 'siteName'>[],
  otherwise: string,
): Compared<Item>[] {
  const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase()
  const byName = new Map(sites.map(({ siteId, siteName }) => [plain(siteName), siteId]))
  return rows.map(({ values: { sn = '', securityCode = '', name = '', site = '' } }) => {
    const siteId = site === '' ? otherwise : byName.get(plain(site))
    return siteId === undefined
      ? { standing: 'no-site' }
      : { standing: 'add', item: { sn, securityCode, siteId, ...(name !== '' && { name }) } }
  })
}

/** Binds a piece of a list; the answer says which of it were refused. Throws `CallError`. */
export const bindDevices = (devices: Item[]) => callCore(deviceBindMany, { devices }, { quiet: true })
export const BINDS_A_PIECE = MOST_BINDS_AT_ONCE

/** Asks again for what an import has touched. */
export function refreshDevices(): void {
  refreshAssets()
  void queryClient.invalidateQueries({ queryKey: ['licence'] })
}

/** Makes a site for a device that is about to be added. Its error is for the form. */
export async function addSiteFor(input: InputOf<typeof siteAdd>): Promise<Site> {
  const made = await callCore(siteAdd, input, { quiet: true })
  refreshAssets()
  return made
}
