import { Card } from './card'
import { price } from './price'

export default function Page(): JSX.Element {
  return <Card title={price(3)} />
}
