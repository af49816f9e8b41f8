// swift-tools-version:5.9
