/** Draws the icons of every system from the two drawings in `resources`, in a browser (COMPTOIR_BROWSER names one). */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ico, icns, ICNS_SIZES, type Picture } from './containers.ts'

const RESOURCES = join(import.meta.dirname, '../../resources')
/** Up to this size the details of the large drawing run into each other. */
const SMALL = 48
const WINDOWS = [16, 24, 32, 48, 64, 128, 256]
const LINUX = [16, 24, 32, 48, 64, 128, 256, 512]
const TRAY = { 'tray.png': 16, 'tray@2x.png': 32 }

const executablePath = process.env['COMPTOIR_BROWSER']
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
const page = await browser.newPage()

async function drawn(size: number): Promise<Picture> {
  const svg = readFileSync(join(RESOURCES, size <= SMALL ? 'icon-small.svg' : 'icon.svg'), 'utf8')
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>html,body{margin:0;background:none}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  )
  return { size, png: await page.screenshot({ omitBackground: true }) }
}

const sizes = [...new Set([...WINDOWS, ...LINUX, ...ICNS_SIZES])].sort((a, b) => a - b)
const pictures: Picture[] = []
for (const size of sizes) pictures.push(await drawn(size))
await browser.close()

const write = (name: string, bytes: Buffer) => writeFileSync(join(RESOURCES, name), bytes)
const of = (size: number) => pictures.find((one) => one.size === size)!
write('icon.ico', ico(WINDOWS.map(of)))
write('icon.icns', icns(pictures))
write('icon.png', of(512).png)
mkdirSync(join(RESOURCES, 'icons'), { recursive: true })
for (const size of LINUX) write(join('icons', `${size}x${size}.png`), of(size).png)
for (const [name, size] of Object.entries(TRAY)) write(name, of(size).png)
