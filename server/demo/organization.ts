import type { Role } from '#contract/access.ts'

/** What the demonstration organization is made of. Passwords and devices are not here: they differ with each installation. */
export const organization = {
  id: 'harbor-logistics',
  name: 'Harbor Logistics',
  country: 'Netherlands',
  city: 'Rotterdam',
  address: 'Waalhaven Oostzijde 12',
  contact: 'Nora de Vries',
  phone: '+31 10 555 0100',
  host: null,
  product_name: 'Harbor Logistics',
  page_title: 'Harbor Logistics · Video',
  accent_color: '#0c8276',
  logo_url: '/objects/demo/logo.svg',
  background_url: '/objects/demo/background.svg',
  favicon_url: '/objects/demo/favicon.svg',
}

export const sites = [
  {
    id: 'harbor-gate',
    name: 'Harbor Gate and Parking',
    scene: 'park',
    city: 'Rotterdam',
    address: 'Waalhaven Oostzijde 12',
    contact: 'Jonas Bakker',
    phone: '+31 10 555 0140',
    time_zone: 'Europe/Amsterdam',
    latitude: 51.8826,
    longitude: 4.4497,
  },
  {
    id: 'harbor-shop',
    name: 'Harbor Shop',
    scene: 'store',
    city: 'Rotterdam',
    address: 'Wilhelminakade 64',
    contact: 'Nora de Vries',
    phone: '+31 10 555 0164',
    time_zone: 'Europe/Amsterdam',
    latitude: 51.9067,
    longitude: 4.4897,
  },
  {
    id: 'harbor-warehouse',
    name: 'Warehouse North',
    scene: 'warehouse',
    city: 'Tilburg',
    address: 'Kraaivenstraat 25',
    contact: 'Pim Jansen',
    phone: '+31 13 555 0125',
    time_zone: 'Europe/Amsterdam',
    latitude: 51.5906,
    longitude: 5.0417,
  },
]

/** Sites by the words with which the list of devices names them. */
export const siteOfWord: Readonly<Record<string, string>> = {
  gate: 'harbor-gate',
  parking: 'harbor-gate',
  shop: 'harbor-shop',
  warehouse: 'harbor-warehouse',
}

export const users: { id: string; loginName: string; email: string; alias: string; phone: string; role: Role }[] = [
  {
    id: 'harbor-admin',
    loginName: 'admin',
    email: 'admin@harbor-logistics.example',
    alias: 'Marit de Vries',
    phone: '+31 10 555 0100',
    role: 'administrator',
  },
  {
    id: 'harbor-manager',
    loginName: 'manager',
    email: 'manager@harbor-logistics.example',
    alias: 'Daan Visser',
    phone: '+31 10 555 0121',
    role: 'site-administrator',
  },
  {
    id: 'harbor-operator',
    loginName: 'operator',
    email: 'operator@harbor-logistics.example',
    alias: 'Jonas Bakker',
    phone: '+31 10 555 0134',
    role: 'site-operator',
  },
  {
    id: 'harbor-guard',
    loginName: 'guard',
    email: 'guard@harbor-logistics.example',
    alias: 'Li Wen',
    phone: '+31 10 555 0178',
    role: 'live-only',
  },
  {
    id: 'harbor-trainee',
    loginName: 'trainee',
    email: 'trainee@harbor-logistics.example',
    alias: 'Emma Jansen',
    phone: '+31 10 555 0186',
    role: 'no-authority',
  },
]

/** Sites that users beside the administrator see, with their own role on each. */
export const assignments: Readonly<Record<string, readonly string[]>> = {
  'harbor-manager': ['harbor-shop'],
  'harbor-operator': ['harbor-gate', 'harbor-warehouse'],
  'harbor-guard': ['harbor-gate', 'harbor-shop'],
  'harbor-trainee': ['harbor-warehouse'],
}
