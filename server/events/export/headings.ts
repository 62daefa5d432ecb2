import type { Language } from '#contract/enums.ts'
import { personFields, type KnownPerson } from '#contract/known-person.ts'
import { attributeNames, type AttributeName } from '#contract/event-attributes.ts'

const places = {
  'en-US': ['Time', 'Time zone', 'Event', 'Site', 'Camera', 'Serial number', 'Channel', 'Plate', 'Similarity (%)'],
  'zh-CN': ['时间', '时区', '事件', '站点', '摄像机', '序列号', '通道', '车牌', '相似度（%）'],
} as const

const attributes: Record<Language, Record<AttributeName, string>> = {
  'en-US': {
    age: 'Age',
    gender: 'Gender',
    mask: 'Mask',
    hat: 'Hat',
    glasses: 'Glasses',
    backpack: 'Backpack',
    clothingType: 'Clothing',
    clothingColour: 'Clothing color',
    vehicleType: 'Vehicle type',
    vehicleColour: 'Vehicle color',
    brand: 'Brand',
    direction: 'Direction',
  },
  'zh-CN': {
    age: '年龄',
    gender: '性别',
    mask: '口罩',
    hat: '帽子',
    glasses: '眼镜',
    backpack: '背包',
    clothingType: '衣着',
    clothingColour: '衣着颜色',
    vehicleType: '车辆类型',
    vehicleColour: '车辆颜色',
    brand: '品牌',
    direction: '方向',
  },
}

const persons: Record<Language, Record<keyof KnownPerson, string>> = {
  'en-US': { owner: 'Name', birthday: 'Birthday', nativePlace: 'Native place', idType: 'ID type', idNumber: 'ID number' },
  'zh-CN': { owner: '姓名', birthday: '出生日期', nativePlace: '籍贯', idType: '证件类型', idNumber: '证件号码' },
}

export const pictureHeading: Record<Language, string> = { 'en-US': 'Picture', 'zh-CN': '图片' }

/** The first row of an export, in each language. */
export const headings: Record<Language, string[]> = { 'en-US': headingIn('en-US'), 'zh-CN': headingIn('zh-CN') }

function headingIn(language: Language): string[] {
  const [ofEvents, ofPersons] = [attributes[language], persons[language]]
  return [...places[language], ...personFields.map((name) => ofPersons[name]), ...attributeNames.map((name) => ofEvents[name])]
}
