#ifndef CMEDITATION_CELLS_H
#define CMEDITATION_CELLS_H

/// The width of a Unicode scalar in terminal cells, by the C library's table and independent of the
/// locale; -1 if it is not printable.
int cell_width(unsigned int scalar);

#endif
