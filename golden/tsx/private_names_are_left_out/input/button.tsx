const colour = 'red'
function Icon() {
  return <i />
}
export class Button {
  private clicks = 0
  #state = 1
  label = ''
}
export const Plain = ({ label }: { label: string }) => <b style={{ color: colour }}>{label}</b>
