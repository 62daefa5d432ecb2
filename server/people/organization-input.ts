/** What an organization tells of itself, as calls bring it. */
export interface OrganizationInput {
  organizationName: string
  country?: string
  city?: string
  address?: string
  contact?: string
  phone?: string
}
