/** Signs and powers of coordinates, by their bits. */
import { bitsOf, fromBits, type Lane, type LaneInt } from '../../language/lanes.ts';

/** `size` with its sign flipped where the sign of `direction` is set. */
export function withSign(size: Lane, direction: Lane): Lane {
  return fromBits(bitsOf(size) ^ (bitsOf(direction) & -2147483648));
}

/** `size` with its sign flipped where the highest bit of `bits` is set. */
export function flipped(size: Lane, bits: LaneInt): Lane {
  return fromBits(bitsOf(size) ^ bits);
}

/** 2⁻ᵉ for a number in [2ᵉ, 2ᵉ⁺¹): its product with the number is in [1, 2). */
export function inversePower(value: Lane): Lane {
  return fromBits(0x7f000000 - (bitsOf(value) & 0x7f800000));
}
