interface Shares {
  readonly all: number
  readonly ofOrganization: number
  readonly ofDevice: number
}

/** Whose clip it is, and which device it comes from. */
export interface Claimant {
  organization_id: string
  sn: string
}

/** Places in which work goes on at a time, shared between organizations and devices: a slow one keeps its own places only. */
export class Places {
  readonly #shares: Shares
  readonly #taken = new Set<Claimant>()

  constructor(shares: Shares) {
    this.#shares = shares
  }

  get isFull(): boolean {
    return this.#taken.size >= this.#shares.all
  }

  /** Organizations and devices that have all the places that they may have. */
  get busy(): { organizationIds: string[]; sns: string[] } {
    const all = [...this.#taken]
    return {
      organizationIds: most(
        all.map(({ organization_id }) => organization_id),
        this.#shares.ofOrganization,
      ),
      sns: most(
        all.map(({ sn }) => sn),
        this.#shares.ofDevice,
      ),
    }
  }

  /** Whether there is a place for this one. */
  fits({ organization_id, sn }: Claimant): boolean {
    const { organizationIds, sns } = this.busy
    return !this.isFull && !organizationIds.includes(organization_id) && !sns.includes(sn)
  }

  take(claimant: Claimant): void {
    this.#taken.add(claimant)
  }

  leave(claimant: Claimant): void {
    this.#taken.delete(claimant)
  }
}

/** Names that are there so often, or more often. */
function most(names: readonly string[], often: number): string[] {
  return [...new Set(names)].filter((name) => names.filter((one) => one === name).length >= often)
}
