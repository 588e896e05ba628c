# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# For GTKWave: prints what it shows, "trace|flags|name|value at the marker", and takes a picture where asked.
gtkwave::setMarker $::env(WEIR_MARKER)
set traces [gtkwave::getTotalNumTraces]
for {set i 0} {$i < $traces} {incr i} {
  puts "trace|[gtkwave::getTraceFlagsFromIndex $i]|[gtkwave::getTraceNameFromIndex $i]|[gtkwave::getTraceValueAtMarkerFromIndex $i]"
}
if {[info exists ::env(WEIR_PICTURE)]} {
  gtkwave::/File/Grab_To_File $::env(WEIR_PICTURE)
}
exit
