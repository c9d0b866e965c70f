import type { AttributeSummary } from '../../../../contracts/index.ts';
import classes from '../item.module.css';

/** The color of an attribute; decorative, because the attribute's name is beside it. */
export function Swatch({ color }: { color: string | null }) {
  return color ? <span className={classes['swatch']} style={{ backgroundColor: color }} aria-hidden /> : null;
}

/** An attribute with its color: `Black`; with `property` also the property's name: `Color: Black`. */
export function AttributeBadge({
  attribute,
  property,
}: {
  attribute: Pick<AttributeSummary, 'name' | 'color'>;
  property?: string;
}) {
  return (
    <span className={classes['attribute']}>
      <Swatch color={attribute.color} />
      <span>
        {property && <span className={classes['soft']}>{property} </span>}
        {attribute.name}
      </span>
    </span>
  );
}
